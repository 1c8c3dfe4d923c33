import type { IdGenerator } from '../../functions/platform/clock.ts';
import { findLeaks } from './log-leaks.ts';

/** Secrets generated since the last `stopLogWatch`, which must not be logged. */
const secrets = new Set<string>();
const logs: { readonly lines: readonly string[]; read: number }[] = [];

/** Minimum bytes of a token that grants access; shorter tokens are only identifiers. */
const SECRET_BYTES = 12;

export const registerSecret = (secret: string): void => {
  secrets.add(secret);
};

/** Wraps an id generator so that its secret tokens and its codes are recorded as secrets. */
export const withRecordedSecrets = (ids: IdGenerator): IdGenerator => ({
  ...ids,
  token: (bytes) => {
    const token = ids.token(bytes);
    if (bytes >= SECRET_BYTES) registerSecret(token);
    return token;
  },
  code: (digits) => {
    const code = ids.code(digits);
    registerSecret(code);
    return code;
  },
});

/** Adds a log to the check after each test, including lines written later. */
export function watchLog(lines: readonly string[]): void {
  logs.push({ lines, read: 0 });
}

export function takeNewLeaks(): string[] {
  return logs.flatMap((log) => {
    const newLines = log.lines.slice(log.read);
    log.read = log.lines.length;
    return newLines.length > 0 ? findLeaks(newLines, secrets) : [];
  });
}

/** Ends all watches, because the next test file in this thread has different logs and secrets. */
export function stopLogWatch(): void {
  secrets.clear();
  logs.length = 0;
}
