/** Octets of a line that are shown. An address has at most 254, so what is cut is none. */
export const LONGEST_SHOWN = 512;

/**
 * The addresses on lines, without the space around them; blank lines are left out. What is longer than
 * `LONGEST_SHOWN` octets is cut there and ends with `…`.
 */
export async function* addressesOn(
  lines: AsyncIterable<readonly string[]>,
): AsyncGenerator<string[], void> {
  for await (const some of lines) {
    yield some
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map(shown);
  }
}

/** A copy: part of another string, it would keep all of that in memory. */
function shown(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= LONGEST_SHOWN) return bytes.toString();
  // As a stream, so that half a character at the end is left out.
  const head = new TextDecoder().decode(bytes.subarray(0, LONGEST_SHOWN), { stream: true });
  return `${head.trimEnd()}…`;
}
