import type { VerdictReason, VerdictStatus } from '../../../shared/model/verdict.ts';

/** One address of a task; `ordinal` is its index among the list's distinct addresses. */
export interface TaskAddress {
  readonly ordinal: number;
  readonly address: string;
}

export interface TaskVerdict {
  readonly ordinal: number;
  readonly status: VerdictStatus;
  readonly reason: VerdictReason;
  readonly suggestion?: string | undefined;
  /** Verdicts of abandoned tasks have no flags, provider or reply. */
  readonly flags?: number;
  readonly provider?: string | undefined;
  readonly reply?: string;
}

export const formatAddressLines = (addresses: readonly TaskAddress[]): string =>
  addresses.map(({ ordinal, address }) => `${ordinal}\t${address}\n`).join('');

/** Addresses contain no tab or line break. */
export const parseAddressLines = (text: string): TaskAddress[] =>
  lines(text).map((line) => {
    const tab = line.indexOf('\t');
    return { ordinal: Number(line.slice(0, tab)), address: line.slice(tab + 1) };
  });

/** Marks a reference to an earlier reply: an index into the distinct replies of the part. */
const REPLY_REFERENCE = '\u0002';

/** Writes each distinct reply once, because most replies of a server are equal. */
export function formatVerdictLines(verdicts: readonly TaskVerdict[]): string {
  const replies = new Map<string, string>();
  const deduplicate = (reply: string): string => {
    const reference = replies.get(reply);
    if (reference === undefined && reply !== '')
      replies.set(reply, `${REPLY_REFERENCE}${replies.size}`);
    return reference ?? reply;
  };
  return verdicts
    .map(
      ({ ordinal, status, reason, suggestion = '', flags = 0, provider = '', reply = '' }) =>
        `${ordinal}\t${status}\t${reason}\t${suggestion}\t${flags}\t${provider}\t${deduplicate(reply)}\n`,
    )
    .join('');
}

/** Returns the cells of each line of a part, with references replaced by the replies themselves. */
export function parseVerdictLines(part: string): string[][] {
  const replies: string[] = [];
  return lines(part).map((line) => {
    const cells = line.split('\t');
    const reply = cells[6] ?? '';
    if (reply.startsWith(REPLY_REFERENCE)) cells[6] = replies[Number(reply.slice(1))] ?? '';
    else if (reply !== '') replies.push(reply);
    return cells;
  });
}

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');
