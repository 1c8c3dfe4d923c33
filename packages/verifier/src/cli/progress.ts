const UPDATE_INTERVAL_MS = 250;

/**
 * Counts verdicts on one terminal line, updated at most four times a second.
 *
 * @param now epoch milliseconds
 */
export function createProgress(terminal: Pick<NodeJS.WriteStream, 'write'>, now: () => number) {
  let done = 0;
  let shownAt = -Infinity;
  const show = () => terminal.write(`\r${done} verified`);
  return {
    count(): void {
      done += 1;
      if (now() - shownAt < UPDATE_INTERVAL_MS) return;
      shownAt = now();
      show();
    },
    end(): void {
      show();
      terminal.write('\n');
    },
  };
}
