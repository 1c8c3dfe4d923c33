import type { Ids } from '../../functions/platform/clock.ts';
import { leaksIn } from './log-leaks.ts';

/** Secrets handed out since the watch last ended, which must not be logged. */
const secrets = new Set<string>();
const logs: { readonly lines: readonly string[]; read: number }[] = [];

/** Shorter tokens are identifiers and grant no access. */
const SECRET_BYTES = 12;

export const noteSecret = (secret: string): void => {
  secrets.add(secret);
};

/** Wraps ids so that their tokens and codes are noted as secrets. */
export const watchedIds = (ids: Ids): Ids => ({
  ...ids,
  token: (bytes) => {
    const token = ids.token(bytes);
    if (bytes >= SECRET_BYTES) noteSecret(token);
    return token;
  },
  code: (digits) => {
    const code = ids.code(digits);
    noteSecret(code);
    return code;
  },
});

/** Has a log checked after each test, including lines still to come. */
export function watchLog(lines: readonly string[]): void {
  logs.push({ lines, read: 0 });
}

/** Leaks since the last call. */
export function newLeaks(): string[] {
  return logs.flatMap((log) => {
    const newLines = log.lines.slice(log.read);
    log.read = log.lines.length;
    return newLines.length > 0 ? leaksIn(newLines, secrets) : [];
  });
}

/** Ends all watches: the next test file in this thread has different logs and secrets. */
export function endWatch(): void {
  secrets.clear();
  logs.length = 0;
}
