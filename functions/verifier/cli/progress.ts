/** A shorter wait is not shown. */
const LEAST_WAIT_MS = 3000;

/** Shows on one line of a terminal how many addresses have a verdict. */
export function showProgress(stream: Pick<NodeJS.WriteStream, 'write'>, now: () => number) {
  let begun = now();
  let done = 0;
  let all = 0;
  let last = begun;

  function show(ended: boolean): void {
    const rate = done / Math.max(0.001, (last - begun) / 1000);
    const speed = done > 0 ? `, ${rate.toFixed(rate < 10 ? 1 : 0)} a second` : '';
    const waits = now() - last;
    const held =
      !ended && waits >= LEAST_WAIT_MS ? `; waiting for ${Math.floor(waits / 1000)} s` : '';
    const of = all < done || all === 0 ? '' : ` of ${all}`;
    stream.write(`\r${done}${of} verified${speed}${held}\u001B[K`);
  }

  const timer = setInterval(show, 250, false);
  return {
    /** Adds to the number of addresses that were read. */
    read(addresses: number): void {
      all += addresses;
      begun = now();
      last = begun;
    },
    /** Counts one more verdict. */
    count(): void {
      done += 1;
      last = now();
    },
    end(): void {
      clearInterval(timer);
      show(true);
      stream.write('\n');
    },
  };
}

export type Progress = ReturnType<typeof showProgress>;
