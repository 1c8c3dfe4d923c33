import { decodeReplyOctets } from '../smtp/octets.ts';
import type { TraceEvent, Verdict } from '../model/types.ts';

/**
 * An output format. It renders in two steps, so that addresses with the same remark share its text
 * in memory until they are written.
 */
export interface OutputFormat {
  header?: string;
  remark(verdict: Verdict): string;
  line(email: string, remark: string): string;
}

const json: OutputFormat = {
  remark: (verdict) => JSON.stringify({ ...verdict, email: undefined }),
  line: (email, remark) => `{"email":${JSON.stringify(email)},${remark.slice(1)}`,
};

const table: OutputFormat = {
  header: row('EMAIL', columns('STATUS', 'REASON', 'SURE', 'REMARKS')),
  remark: (verdict) => {
    const { status, reason, confidence } = verdict;
    return columns(status, reason, `${Math.round(confidence * 100)}%`, remarks(verdict));
  },
  line: (email, remark) => row(printable(email), remark),
};

export const FORMATS = { json, table } as const;

function row(email: string, remark: string): string {
  return `${email.padEnd(36)} ${remark}`;
}

function columns(status: string, reason: string, confidence: string, more: string): string {
  const first = `${status.padEnd(13)} ${reason.padEnd(18)} ${confidence.padStart(4)}`;
  return more === '' ? first : `${first}  ${more}`;
}

const MAX_REPLY_LENGTH = 120;

function remarks(verdict: Verdict): string {
  const { flags, reason, suggestion, retry_after_s: again } = verdict;
  const raised = Object.entries(flags).flatMap(([flag, isRaised]) => (isRaised ? [flag] : []));
  return [
    ...raised.filter((flag) => flag !== reason),
    suggestion === undefined ? '' : `did you mean ${printable(suggestion)}?`,
    again === undefined ? '' : `try again in ${again} s`,
    refusalOf(verdict),
  ]
    .filter(Boolean)
    .join(', ');
}

/** Returns the refusal, or how the connection ended; empty if there was neither. */
function refusalOf(verdict: Verdict): string {
  const { status, reply } = verdict;
  if (!reply || status === 'deliverable' || (reply.code ?? 500) < 400) return '';
  const text = printable([reply.code, reply.enhanced, reply.text].filter(Boolean).join(' '));
  const shown = text.length > MAX_REPLY_LENGTH ? `${text.slice(0, MAX_REPLY_LENGTH)}…` : text;
  return reply.code === undefined ? shown : `"${shown}"`;
}

/** Replaces control characters, with which a server could control the terminal. */
const printable = (text: string): string => text.replaceAll(/\p{Cc}/gu, '\uFFFD');

export function formatTraceEvent(event: TraceEvent): string {
  if (event.kind === 'route') return printable(`${event.domain}: ${event.text}`);
  if (event.kind === 'decision')
    return printable(`${event.email}: ${event.status} ${event.reason}, decided by ${event.rule}`);
  const { direction, text, session, host } = event;
  const arrow = { sent: '>', received: '<', note: '*' }[direction];
  const shown = direction === 'received' ? decodeReplyOctets(text) : text;
  return printable(`[${session}] ${host} ${arrow} ${shown}`);
}

const MAX_REMARKS = 10_000;
/** Placeholder for the address in a server's reply. No format writes a NUL itself. */
const ADDRESS_PLACEHOLDER = '\0';

/** Shares remarks of equal replies to save a third of the memory; `line` inserts the address. */
export function withSharedRemarks({ remark, line, ...format }: OutputFormat): OutputFormat {
  const sharedRemarks = new Map<string, string>();
  return {
    ...format,
    remark(verdict) {
      const fullRemark = remark(verdict);
      const text =
        verdict.email === ''
          ? fullRemark
          : fullRemark.replaceAll(verdict.email, ADDRESS_PLACEHOLDER);
      const sharedRemark = sharedRemarks.get(text);
      if (sharedRemark !== undefined) return sharedRemark;
      if (sharedRemarks.size >= MAX_REMARKS) sharedRemarks.clear();
      sharedRemarks.set(text, text);
      return text;
    },
    line: (email, text) =>
      line(
        email,
        text.replaceAll(ADDRESS_PLACEHOLDER, () => email),
      ),
  };
}
