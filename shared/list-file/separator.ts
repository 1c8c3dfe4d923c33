/** Separator of the cells in a row; `null` is a list with one column. */
export type Separator = ';' | ',' | '\t' | '|' | null;

const CANDIDATES = [';', ',', '\t', '|'] as const;
const SAMPLE_LINES = 50;
/** A first line `sep=;` declares the separator to Excel; it is not a row. */
const SEP_LINE = /^"?sep=([;,\t|])"?(?:\r\n|\n|\r|$)/i;

/** The separator of a first line `sep=…`, with the length of that line. */
export function readSepLine(head: string): { separator: Separator; length: number } | undefined {
  const [line, separator] = SEP_LINE.exec(head) ?? [];
  if (line === undefined) return undefined;
  return {
    separator: CANDIDATES.find((candidate) => candidate === separator) ?? null,
    length: line.length,
  };
}

/**
 * Detects the separator that occurs, outside quotes, in most of the first 50 non-blank lines, and
 * in at least half of them; if several do, the one that occurs equally often in most lines, then
 * the first in the order `;` `,` TAB `|`.
 */
export function detectSeparator(head: string): Separator {
  const lines = countByLine(head);
  let best: Separator = null;
  let bestScore = 0;
  for (const [at, candidate] of CANDIDATES.entries()) {
    const counts = lines.map((line) => line[at] ?? 0).filter((count) => count > 0);
    if (counts.length * 2 < lines.length) continue;
    const score = counts.length + maxFrequency(counts);
    if (score <= bestScore) continue;
    best = candidate;
    bestScore = score;
  }
  return best;
}

const maxFrequency = (counts: readonly number[]): number =>
  Math.max(
    0,
    ...Map.groupBy(counts, (count) => count)
      .values()
      .map(({ length }) => length),
  );

/** A quoted cell, in which a quote is written twice. */
const QUOTED = /(?<=^|[;,\t|\r\n])"(?:[^"]|"")*"(?=[;,\t|\r\n]|$)/g;

/** Occurrences of each candidate outside quotes, per non-blank line. */
const countByLine = (head: string): number[][] =>
  head
    .replaceAll(QUOTED, '""')
    .split(/[\r\n]+/, SAMPLE_LINES + 1)
    .filter((line) => line !== '')
    .slice(0, SAMPLE_LINES)
    .map((line) => CANDIDATES.map((candidate) => line.split(candidate).length - 1));
