/** Rows are never padded to a larger width. */
const MAX_ALIGNED_COLUMNS = 512;
/** An empty cell of a result: two quotes and a separator. */
const EMPTY_CELL_BYTES = 3;
/** Maximum padding: 300 KB for any file, and twice its own size for a larger one. */
const MIN_PADDING_BYTES = 300_000;
const MAX_PADDING_FACTOR = 2;

/** Tracks how many cells the rows of a file have, and the width to pad them to. */
export function createWidthTracker() {
  const rowsOfWidth = new Uint32Array(MAX_ALIGNED_COLUMNS + 1);
  let characters = 0;
  return {
    add(row: readonly string[]): void {
      characters += row.length;
      for (const cell of row) characters += cell.length;
      const width = Math.min(row.length, MAX_ALIGNED_COLUMNS);
      rowsOfWidth[width] = (rowsOfWidth[width] ?? 0) + 1;
    },
    /**
     * The width to which rows of a result are padded with empty cells, so that their verdicts are
     * in one column: the width of the widest row for which the padding of all others is
     * proportionate to the file. A character of a file is at least one byte.
     */
    paddedWidth(): number {
      const allowed =
        Math.max(MIN_PADDING_BYTES, MAX_PADDING_FACTOR * characters) / EMPTY_CELL_BYTES;
      let aligned = 1;
      let narrower = 0;
      let paddingCells = 0;
      for (const [width, count] of rowsOfWidth.entries()) {
        paddingCells += narrower;
        if (paddingCells > allowed) break;
        if (count > 0) aligned = width;
        narrower += count;
      }
      return aligned;
    },
  };
}
