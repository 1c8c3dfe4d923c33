/** Wider rows are never aligned to. */
const MAX_ALIGNED_COLUMNS = 512;
/** An empty cell of a result: two quotes and a separator. */
const EMPTY_CELL_BYTES = 3;
/** What filling up may add: 300 KB to any file, and to a larger one twice its own size. */
const FREE_BYTES = 300_000;
const SHARE_OF_FILE = 2;

/** How many cells the rows of a file have, and to how many they are filled up. */
export function createWidths() {
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
     * The width to which the rows of a result are filled up with empty cells, so that their
     * verdicts stand in one column: that of the widest row, or of the widest for which the filling
     * of all the others stays in proportion to the file. A character of a file is one byte of it
     * at least.
     */
    aligned(): number {
      const allowed = Math.max(FREE_BYTES, SHARE_OF_FILE * characters) / EMPTY_CELL_BYTES;
      let aligned = 1;
      let narrower = 0;
      let filling = 0;
      for (const [width, count] of rowsOfWidth.entries()) {
        filling += narrower;
        if (filling > allowed) break;
        if (count > 0) aligned = width;
        narrower += count;
      }
      return aligned;
    },
  };
}
