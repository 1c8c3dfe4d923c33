import type { Log, LogFields } from './log.ts';
import type { LogLevel } from './env.ts';
import { currentRequestId } from './request-id.ts';

type Level = 'debug' | 'info' | 'warn' | 'error';

const LEVEL_RANK: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };

/** Patterns of text that is never logged, even as part of an error message, with replacements. */
const REDACTIONS: readonly [RegExp, string][] = [
  [/tms_(?:live|test)_\w+/g, '<key>'],
  [/Bearer\s+[\w.~+/=-]+/gi, 'Bearer <token>'],
  [/\b(?:(?:sk|rk)_(?:live|test)|whsec)_\w+/g, '<key>'],
  // 32 bytes in base64url: session and CSRF tokens, and the MACs of links.
  [/(?<![\w-])[\w-]{43}(?![\w-])/g, '<token>'],
  [/(X-Amz-(?:Signature|Credential|Security-Token))=[^&\s"]+/gi, '$1=<token>'],
  // The first lookbehind avoids quadratic time for a long word without `@`. The second skips paths
  // of scoped packages in stack traces.
  [
    /(?<![^\s@<>"'(),;:\\])[^\s@<>"'(),;:\\]+(?<!\/node_modules\/)@[^\s@<>"'(),;:\\]+/g,
    '<address>',
  ],
];

const scrub = (text: string): string =>
  REDACTIONS.reduce(
    (clean, [pattern, replacement]) => clean.replaceAll(pattern, replacement),
    text,
  );

const serializeError = (cause: unknown): unknown =>
  cause instanceof Error
    ? {
        name: cause.name,
        message: cause.message,
        stack: cause.stack,
        ...(cause.cause !== undefined && { cause: serializeError(cause.cause) }),
      }
    : { message: String(cause) };

const toStdout = (line: string): void => {
  process.stdout.write(line);
};

/** @param write receives each JSON line, including its line feed */
export function createLog(level: LogLevel, now: () => number, write = toStdout): Log {
  const emit = (at: Level, event: string, fields: LogFields = {}, error?: unknown): void => {
    if (LEVEL_RANK[at] < LEVEL_RANK[level]) return;
    const time = new Date(now()).toISOString();
    const requestId = currentRequestId();
    const entry = { time, level: at, event, requestId, ...fields, error };
    write(
      `${JSON.stringify(entry, (_, value) => (typeof value === 'string' ? scrub(value) : value))}\n`,
    );
  };
  return {
    debug: (event, fields) => emit('debug', event, fields),
    info: (event, fields) => emit('info', event, fields),
    warn: (event, fields, cause) =>
      emit('warn', event, fields, cause === undefined ? undefined : serializeError(cause)),
    alarm: (event, message, fields) =>
      emit('error', event, fields, serializeError(new Error(message))),
    error: (event, cause, fields) => emit('error', event, fields, serializeError(cause)),
  };
}
