export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The bytes are no UTF-8, although they began like it. */
export class NotUtf8Error extends Error {
  override readonly name = 'NotUtf8Error';
}

/** Bytes decoded at a time: bounds what a line check has to look at. */
const SLICE_BYTES = 32 * 1024;
/** Share of NUL bytes on one side of the pairs from which text counts as UTF-16. */
const NUL_SHARE = 0.3;

/**
 * What a file seems to be encoded in, from its first bytes: by its byte order mark, or as UTF-16 by
 * the NULs that stand beside every ASCII character. Everything else is taken for UTF-8 until
 * `decode` meets a byte sequence that is none.
 */
export function detectEncoding(head: Uint8Array): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const pairs = Math.min(head.length, 4096) >> 1;
  let even = 0;
  let odd = 0;
  for (let pair = 0; pair < pairs; pair += 1) {
    if (head[2 * pair] === 0) even += 1;
    if (head[2 * pair + 1] === 0) odd += 1;
  }
  if (even === 0 && odd > pairs * NUL_SHARE) return 'utf-16le';
  if (odd === 0 && even > pairs * NUL_SHARE) return 'utf-16be';
  return 'utf-8';
}

/** How the UTF-8 byte order mark looks in a file that is Windows-1252 further down. */
const MISREAD_MARK = 'ï»¿';

const decoderOf = (encoding: Encoding) =>
  new TextDecoder(encoding, { fatal: encoding === 'utf-8' });

/**
 * Decodes a file's first bytes, without a byte order mark; unless they are `complete`, a character
 * cut off at their end is left out.
 * @throws {NotUtf8Error}
 */
export const decodeHead = (head: Uint8Array, encoding: Encoding, complete: boolean): string =>
  withoutMisreadMark(decodeSlice(decoderOf(encoding), head, !complete));

/**
 * Decodes bytes into short pieces of text, without a byte order mark.
 * @throws {NotUtf8Error} as soon as `utf-8` turns out to be wrong; the caller starts again with
 * `windows-1252`, in which every byte sequence is text
 */
export async function* decode(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<string> {
  const decoder = decoderOf(encoding);
  let first = true;
  for await (const chunk of bytes)
    for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
      const text = decodeSlice(decoder, chunk.subarray(at, at + SLICE_BYTES), true);
      yield first ? withoutMisreadMark(text) : text;
      first = false;
    }
  yield decodeSlice(decoder, new Uint8Array(), false);
}

const withoutMisreadMark = (text: string): string =>
  text.startsWith(MISREAD_MARK) ? text.slice(MISREAD_MARK.length) : text;

function decodeSlice(
  decoder: ReturnType<typeof decoderOf>,
  slice: Uint8Array,
  stream: boolean,
): string {
  try {
    return decoder.decode(slice, { stream });
  } catch {
    throw new NotUtf8Error();
  }
}
