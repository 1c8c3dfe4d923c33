/** Octets of a line that are kept. An address has at most 254, so what is cut is none. */
export const LONGEST_LINE = 512;

const LF = 0x0a;
const NOTHING = Buffer.alloc(0);

/**
 * The lines of a byte stream as UTF-8 text, without line ends and surrounding space; blank ones left
 * out. A line of more than `LONGEST_LINE` octets is cut there and ends with `…`. Each is a string of
 * its own: one that shared the chunk it stood in would keep all of it in memory.
 */
export async function* linesOf(
  stream: AsyncIterable<Buffer | string>,
): AsyncGenerator<string, void> {
  const line = createLine();
  for await (const piece of stream) {
    const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
    let from = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, from)) {
      const text = line.finish(chunk.subarray(from, end));
      from = end + 1;
      if (text !== '') yield text;
    }
    line.add(chunk.subarray(from));
  }
  const last = line.finish(NOTHING);
  if (last !== '') yield last;
}

/** A line that comes in parts. Holds no more than it shows, whatever comes. */
function createLine() {
  let head: Buffer = NOTHING;
  let cut = false;

  function add(part: Buffer): void {
    const rest = head.length === 0 ? part.subarray(startOf(part)) : part;
    const room = LONGEST_LINE - head.length;
    // A copy, since the chunk's memory is not ours.
    if (room > 0 && rest.length > 0) head = Buffer.concat([head, rest.subarray(0, room)]);
    cut ||= startOf(rest.subarray(room)) < rest.length - room;
  }

  function finish(part: Buffer): string {
    if (head.length > 0 || part.length > LONGEST_LINE) add(part);
    const bytes = head.length > 0 ? head : part;
    const text = cut ? `${textOf(bytes)}…` : bytes.toString('utf8').trim();
    head = NOTHING;
    cut = false;
    return text;
  }

  return { add, finish };
}

/** Where something other than ASCII space begins. */
function startOf(bytes: Buffer): number {
  let at = 0;
  for (let byte = bytes[0]; byte === 0x20 || (byte !== undefined && byte >= 9 && byte <= 13);) {
    at += 1;
    byte = bytes[at];
  }
  return at;
}

/** Without the part of a character that the cut may have left at the end. */
function textOf(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true }).trim();
}
