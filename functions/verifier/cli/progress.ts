/** Says on a terminal how far it is, in place. */
export interface Progress {
  count(): void;
  end(): void;
}

export function showProgress(stream: NodeJS.WriteStream, now: () => number): Progress {
  const begun = now();
  let done = 0;
  const show = (): void => {
    const seconds = Math.max(0.001, (now() - begun) / 1000);
    stream.write(`\r${done} verified, ${Math.round(done / seconds)} a second\u001B[K`);
  };
  const timer = setInterval(show, 250);
  return {
    count: () => {
      done += 1;
    },
    end() {
      clearInterval(timer);
      show();
      stream.write('\n');
    },
  };
}
