/** Longer lines are no address; what is beyond this is dropped, so that memory stays bounded. */
const LONGEST_LINE = 4096;

/** The lines of a byte stream as UTF-8 text, without line ends and surrounding space; blank ones left out. */
export async function* linesOf(
  stream: AsyncIterable<Buffer | string>,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    rest += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    const lines = rest.split('\n');
    rest = (lines.pop() ?? '').slice(0, LONGEST_LINE);
    for (const line of lines) {
      const text = line.trim();
      if (text !== '') yield text.slice(0, LONGEST_LINE);
    }
  }
  const last = (rest + decoder.decode()).trim();
  if (last !== '') yield last;
}
