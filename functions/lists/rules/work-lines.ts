import type { VerdictReason, VerdictStatus } from '../../../shared/model/verdict.ts';

/** One address of a task; `ordinal` is its place among the list's distinct addresses. */
export interface TaskAddress {
  readonly ordinal: number;
  readonly address: string;
}

/** What became of one address. */
export interface TaskVerdict {
  readonly ordinal: number;
  readonly status: VerdictStatus;
  readonly reason: VerdictReason;
  readonly suggestion?: string | undefined;
}

export const addressLines = (addresses: readonly TaskAddress[]): string =>
  addresses.map(({ ordinal, address }) => `${ordinal}\t${address}\n`).join('');

/** Reads what `addressLines` wrote. No address holds a TAB or a line break. */
export const parseAddressLines = (text: string): TaskAddress[] =>
  lines(text).map((line) => {
    const tab = line.indexOf('\t');
    return { ordinal: Number(line.slice(0, tab)), address: line.slice(tab + 1) };
  });

export const verdictLines = (verdicts: readonly TaskVerdict[]): string =>
  verdicts
    .map(
      ({ ordinal, status, reason, suggestion }) =>
        `${ordinal}\t${status}\t${reason}\t${suggestion ?? ''}\n`,
    )
    .join('');

/** The four cells of each line that `verdictLines` wrote. */
export const parseVerdictLines = (text: string): string[][] =>
  lines(text).map((line) => line.split('\t'));

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');
