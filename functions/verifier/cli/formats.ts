import type { Verdict } from '../types.ts';

/** Turns verdicts into lines of output. */
interface Format {
  header?: string;
  line(verdict: Verdict): string;
}

const COLUMNS = ['email', 'status', 'reason', 'confidence'] as const;
const FLAGS = ['catch_all', 'disposable', 'role', 'free', 'mailbox_full'] as const;
const MORE = ['suggestion', 'mx', 'provider', 'retry_after_s'] as const;

const json: Format = { line: (verdict) => JSON.stringify(verdict) };

const csv: Format = {
  header: [...COLUMNS, ...FLAGS, ...MORE, 'reply'].join(','),
  line: (verdict) =>
    [
      ...COLUMNS.map((name) => verdict[name]),
      ...FLAGS.map((name) => verdict.flags[name]),
      ...MORE.map((name) => verdict[name] ?? ''),
      replyOf(verdict),
    ]
      .map((value) => cell(String(value)))
      .join(','),
};

const table: Format = {
  header: row('EMAIL', 'STATUS', 'REASON', 'SURE', 'REMARKS'),
  line: (verdict) =>
    row(
      printable(verdict.email),
      verdict.status,
      verdict.reason,
      `${Math.round(verdict.confidence * 100)}%`,
      remarks(verdict),
    ),
};

export const FORMATS = { json, csv, table } as const;

function row(email: string, status: string, reason: string, sure: string, more: string): string {
  const columns = [email.padEnd(36), status.padEnd(13), reason.padEnd(18), sure.padStart(4)];
  return `${columns.join(' ')}  ${more}`.trimEnd();
}

function remarks(verdict: Verdict): string {
  const { suggestion, retry_after_s: again } = verdict;
  return [
    ...FLAGS.filter((flag) => verdict.flags[flag] && flag !== verdict.reason),
    ...(suggestion === undefined ? [] : [`did you mean ${printable(suggestion)}?`]),
    ...(again === undefined ? [] : [`ask again in ${again} s`]),
  ].join(', ');
}

function replyOf({ reply }: Verdict): string {
  return reply ? [reply.code, reply.enhanced, reply.text].filter(Boolean).join(' ') : '';
}

/** Quoted where needed (RFC 4180); a cell never starts a formula in a spreadsheet. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** What a stranger wrote must not drive the terminal. */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '\uFFFD');
}
