/**
 * Shows the number of verdicts: on a terminal in one line, updated four times a second, otherwise in
 * a new line every 30 seconds, for a log.
 */
export function createProgress(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>) {
  let done = 0;
  const show = () => stream.write(stream.isTTY ? `\r${done} verified` : `${done} verified\n`);
  const timer = setInterval(show, stream.isTTY ? 250 : 30_000).unref();
  return {
    count(): void {
      done += 1;
    },
    end(): void {
      clearInterval(timer);
      if (stream.isTTY) stream.write(`\r${done} verified\n`);
    },
  };
}
