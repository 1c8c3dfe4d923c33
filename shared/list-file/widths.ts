/** Wider rows are never aligned to. */
const MAX_ALIGNED_COLUMNS = 512;
/** Empty cells that filling up may add to any file, and for each of its rows: some 300 KB, 70 B. */
const FREE_FILLING = 100_000;
const FILLING_PER_ROW = 24;

/** How many cells the rows of a file have. */
export function createWidths() {
  const rowsOfWidth = new Uint32Array(MAX_ALIGNED_COLUMNS + 1);
  let rows = 0;
  return {
    add(cells: number): void {
      rows += 1;
      const width = Math.min(cells, MAX_ALIGNED_COLUMNS);
      rowsOfWidth[width] = (rowsOfWidth[width] ?? 0) + 1;
    },
    /**
     * The width to which the rows of a result are filled up with empty cells, so that their
     * verdicts stand in one column: that of the widest row, or of the widest for which the filling
     * of all the others stays in proportion to the file.
     */
    aligned(): number {
      const allowed = Math.max(FREE_FILLING, FILLING_PER_ROW * rows);
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
