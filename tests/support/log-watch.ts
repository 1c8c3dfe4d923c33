import type { Ids } from '../../functions/platform/clock.ts';
import { leaksIn } from './log-leaks.ts';

/** What was handed out since the watch last ended that must not be logged. */
const secrets = new Set<string>();
const logs: { readonly lines: readonly string[]; read: number }[] = [];

/** Tokens of fewer bytes name things and open nothing. */
const SECRET_BYTES = 12;

export const noteSecret = (secret: string): void => {
  secrets.add(secret);
};

/** The same ids, whose tokens and codes are noted as secrets. */
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

/** Has the lines of a log looked through after each test, also those that are still to come. */
export function watchLog(lines: readonly string[]): void {
  logs.push({ lines, read: 0 });
}

/** What the logs have leaked since this was last asked. */
export function newLeaks(): string[] {
  return logs.flatMap((log) => {
    const fresh = log.lines.slice(log.read);
    log.read = log.lines.length;
    return fresh.length > 0 ? leaksIn(fresh, secrets) : [];
  });
}

/** Watches nothing any more: another test file in this thread has logs and secrets of its own. */
export function endWatch(): void {
  secrets.clear();
  logs.length = 0;
}
