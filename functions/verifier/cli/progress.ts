/** Says on a terminal how far it is, in place. */
export interface Progress {
  count(): void;
  end(): void;
}

/** An address that is asked again holds up all after it, since they are written in order. */
const PATIENCE_MS = 3000;

export function showProgress(
  stream: Pick<NodeJS.WriteStream, 'write'>,
  now: () => number,
): Progress {
  const begun = now();
  let done = 0;
  let last = begun;
  const show = (ended: boolean): void => {
    const seconds = Math.max(0.001, (last - begun) / 1000);
    const rate = done / seconds;
    const speed = done > 0 ? `, ${rate.toFixed(rate < 10 ? 1 : 0)} a second` : '';
    const waits = now() - last;
    const held =
      !ended && waits >= PATIENCE_MS
        ? `; for ${Math.floor(waits / 1000)} s waiting for the next in order`
        : '';
    stream.write(`\r${done} verified${speed}${held}\u001B[K`);
  };
  const timer = setInterval(show, 250, false);
  return {
    count() {
      done += 1;
      last = now();
    },
    end() {
      clearInterval(timer);
      show(true);
      stream.write('\n');
    },
  };
}
