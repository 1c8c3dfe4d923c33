/** The separator between the cells of a row; null for a file with one column. */
export type Separator = string | null;

/** The last two are the field separator of Hive and the unit separator of ASCII. */
const CANDIDATE_SEPARATORS = [';', ',', '\t', '|', '\u0001', '\u001f'];
const SAMPLE_LINES = 50;
/** A first line such as `sep=;`, which declares the separator to Excel and is not a row. */
const SEP_LINE = /^"?sep=([^\r\n"@\w ]{1,3})"?(?:\r\n|\n|\r|$)/i;

export const isDetectable = (separator: string): boolean =>
  CANDIDATE_SEPARATORS.includes(separator);

export function parseSepLine(head: string): { separator: string; length: number } | undefined {
  const [line, separator] = SEP_LINE.exec(head) ?? [];
  return separator === undefined ? undefined : { separator, length: line?.length ?? 0 };
}

/**
 * Detects the separator from the first 50 non-blank lines. A candidate must occur, outside quotes,
 * in at least half of them. The winner occurs in the most lines, and the most regularly. Ties go to
 * the first in the order `;` `,` TAB `|`.
 */
export function detectSeparator(head: string): Separator {
  const lines = countByLine(head);
  let best: Separator = null;
  let bestScore = 0;
  for (const [at, candidate] of CANDIDATE_SEPARATORS.entries()) {
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

/** A quoted cell, in which quotes are doubled. */
const QUOTED_CELL = /(?<=^|[;,\t|\r\n])"(?:[^"]|"")*"(?=[;,\t|\r\n]|$)/g;

const countByLine = (head: string): number[][] =>
  head
    .replaceAll(QUOTED_CELL, '""')
    .split(/[\r\n]+/, SAMPLE_LINES + 1)
    .filter((line) => line !== '')
    .slice(0, SAMPLE_LINES)
    .map((line) => CANDIDATE_SEPARATORS.map((candidate) => line.split(candidate).length - 1));
