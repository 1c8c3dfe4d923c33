export interface StartProgress {
  print(line: string): void;
  step<T>(what: string, work: () => Promise<T>): Promise<T>;
}

export const createStartProgress = (print: (line: string) => void): StartProgress => ({
  print,
  async step(what, work) {
    const start = performance.now();
    const result = await work();
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    print(`  ${what.padEnd(30)} ${seconds.padStart(5)} s`);
    return result;
  },
});
