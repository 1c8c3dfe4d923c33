/** Tells what a start is doing, a line for each step that is done. */
export type Progress = ReturnType<typeof createProgress>;

export const createProgress = (print: (line: string) => void) => ({
  say: print,
  /** Runs a step and says how long it took. */
  async step<T>(what: string, work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    const result = await work();
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    print(`  ${what.padEnd(30)} ${seconds.padStart(5)} s`);
    return result;
  },
});
