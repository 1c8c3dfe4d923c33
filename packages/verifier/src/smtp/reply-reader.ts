import type { Limits } from '../model/limits.ts';

/** One complete reply (RFC 5321 §4.2). */
export interface Reply {
  code: number;
  /** All lines with their codes, joined by LF. Each octet is one character (latin1). */
  raw: string;
}

const HYPHEN = 45;
const SPACE = 32;

/** Splits a byte stream into replies. Memory is limited to one chunk and one incomplete reply. */
export interface ReplyReader {
  /** Adds octets, as a latin1 string. Call `next` until it returns undefined before adding more. */
  push(chunk: string): void;
  /** Returns the next complete reply, undefined if more octets are needed, or a protocol error. */
  next(): Reply | undefined | { garbage: string };
  /** Whether octets remain that are not part of a reply returned by `next`. */
  readonly pending: boolean;
}

export function createReplyReader(
  limits: Pick<Limits, 'replyLineOctets' | 'replyLines'>,
): ReplyReader {
  let buffer = '';
  let at = 0;
  let lines = '';
  let count = 0;
  let code = 0;

  function next(): Reply | undefined | { garbage: string } {
    for (;;) {
      const end = buffer.indexOf('\n', at);
      if (end < 0) {
        if (buffer.length - at >= limits.replyLineOctets) return { garbage: 'reply line too long' };
        if (at > 0) {
          buffer = buffer.slice(at);
          at = 0;
        }
        return undefined;
      }
      if (end + 1 - at > limits.replyLineOctets) return { garbage: 'reply line too long' };
      const stop = end > at && buffer.charCodeAt(end - 1) === 13 ? end - 1 : end;
      const line = buffer.slice(at, stop);
      at = end + 1;

      const lineCode = codeOf(line);
      if (lineCode === 0) return { garbage: 'no reply code' };
      if (count > 0 && lineCode !== code) {
        // Postfix's postscreen sends part of the greeting before it decides: `220-…`, then `521 …`.
        if (code !== 220 || lineCode < 400) return { garbage: 'reply codes differ' };
        count = 0;
      }
      code = lineCode;
      lines = count === 0 ? line : `${lines}\n${line}`;
      count += 1;
      if (line.charCodeAt(3) === HYPHEN) {
        if (count >= limits.replyLines) return { garbage: 'too many reply lines' };
        continue;
      }
      const reply = { code, raw: lines };
      lines = '';
      count = 0;
      return reply;
    }
  }

  return {
    push(chunk) {
      buffer = at < buffer.length ? buffer.slice(at) + chunk : chunk;
      at = 0;
    },
    next,
    get pending() {
      return count > 0 || at < buffer.length;
    },
  };
}

/** Returns the reply code at the start of a line, or 0 if there is none. */
function codeOf(line: string): number {
  const a = line.charCodeAt(0) - 48;
  const b = line.charCodeAt(1) - 48;
  const c = line.charCodeAt(2) - 48;
  if (!(a >= 2 && a <= 5 && b >= 0 && b <= 9 && c >= 0 && c <= 9)) return 0;
  if (line.length > 3) {
    const separator = line.charCodeAt(3);
    if (separator !== SPACE && separator !== HYPHEN) return 0;
  }
  return a * 100 + b * 10 + c;
}
