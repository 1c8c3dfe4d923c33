/** Maximum number of cells that rows are padded to. */
const MAX_ALIGNED_COLUMNS = 512;
/** Size of an empty cell in a result: two quotes and a separator. */
const EMPTY_CELL_BYTES = 3;
/** Maximum padding of a file: 300 KB or twice the file's size, whichever is larger. */
const MIN_PADDING_BYTES = 300_000;
const MAX_PADDING_FACTOR = 2;

/** Counts the rows of a file by their number of cells, to find the width to pad them to. */
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
     * The width to which a result's rows are padded, so that their verdicts are in one column: the
     * largest width in the file whose total padding stays below the maximum. Each character counts
     * as one byte, the minimum.
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
