/** What may part the cells of a row; `null` is a list with one column. */
export type Separator = ';' | ',' | '\t' | '|' | null;

const CANDIDATES = [';', ',', '\t', '|'] as const;
const SAMPLE_LINES = 50;
/** `sep=;` on the first line tells Excel the separator; it is no row. */
const SEP_LINE = /^"?sep=([;,\t|])"?(?:\r\n|\n|\r|$)/i;

/** The separator a first line `sep=…` names, with the length of that line. */
export function readSepLine(head: string): { separator: Separator; length: number } | undefined {
  const [line, separator] = SEP_LINE.exec(head) ?? [];
  if (line === undefined) return undefined;
  return {
    separator: CANDIDATES.find((candidate) => candidate === separator) ?? null,
    length: line.length,
  };
}

/**
 * The separator that occurs, outside quotes, in most of the first 50 lines that are not blank, and
 * in at least half of them; of several, the one that occurs equally often in most lines, then the
 * earlier one in the order `;` `,` TAB `|`.
 */
export function detectSeparator(head: string): Separator {
  const lines = countByLine(head);
  let best: Separator = null;
  let bestScore = 0;
  for (const [at, candidate] of CANDIDATES.entries()) {
    const counts = lines.map((line) => line[at] ?? 0).filter((count) => count > 0);
    if (counts.length * 2 < lines.length) continue;
    const score = counts.length + timesOfCommonest(counts);
    if (score <= bestScore) continue;
    best = candidate;
    bestScore = score;
  }
  return best;
}

const timesOfCommonest = (counts: readonly number[]): number =>
  Math.max(
    0,
    ...Map.groupBy(counts, (count) => count)
      .values()
      .map(({ length }) => length),
  );

/** A quoted cell that closes at the end of a cell. Inside, two quotes are one. */
const QUOTED = /(?<=^|[;,\t|\r\n])"(?:[^"]|"")*"(?=[;,\t|\r\n]|$)/g;

/** How often each candidate stands outside quotes, for each line that is not blank. */
const countByLine = (head: string): number[][] =>
  head
    .replaceAll(QUOTED, '""')
    .split(/[\r\n]+/, SAMPLE_LINES + 1)
    .filter((line) => line !== '')
    .slice(0, SAMPLE_LINES)
    .map((line) => CANDIDATES.map((candidate) => line.split(candidate).length - 1));
