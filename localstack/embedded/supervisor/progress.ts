/** Tells what a start is doing, a line for each step that is done. */
export interface Progress {
  /** Runs a step and says how long it took. */
  step<T>(what: string, work: () => Promise<T>): Promise<T>;
  say(line: string): void;
}

export function createProgress(print: (line: string) => void): Progress {
  return {
    say: print,
    async step(what, work) {
      const start = performance.now();
      const result = await work();
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      print(`  ${what.padEnd(30)} ${seconds.padStart(5)} s`);
      return result;
    },
  };
}
