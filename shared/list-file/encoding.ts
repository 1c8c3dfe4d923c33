import { guessEncoding } from './guess-encoding.ts';

/** A label of the WHATWG Encoding Standard; the canonical name if the encoding was detected. */
export type Encoding = string;

/** Thrown if bytes that should be UTF-8 contain a malformed sequence. */
export class NotUtf8Error extends Error {
  override readonly name = 'NotUtf8Error';
  /** Bytes around the first malformed sequence. */
  readonly sample: Uint8Array;

  constructor(sample: Uint8Array) {
    super('The bytes are not UTF-8');
    this.sample = sample;
  }
}

/** Maximum bytes to decode at once, and thus the size of the pieces that row parsers get. */
const SLICE_BYTES = 32 * 1024;
/** Text is UTF-16 if more than this share of its byte pairs have a NUL at the same position. */
const NUL_SHARE = 0.3;
/** Ratio of valid to malformed non-ASCII characters above which a file is damaged UTF-8. */
const VALID_PER_MALFORMED = 3;

/** A UTF-16 byte order mark overrides any other source. */
export function encodingOfBom(head: Uint8Array): Encoding | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return undefined;
}

/**
 * Detects UTF-16 by the NULs in ASCII characters. Everything else is read as UTF-8 until the
 * decoder meets a malformed sequence.
 */
export function detectEncoding(head: Uint8Array): Encoding {
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

/** Detects the encoding of malformed UTF-8, which may still be UTF-8 with few damaged bytes. */
export function detectFallbackEncoding(bytes: Uint8Array): Encoding {
  const text = new TextDecoder().decode(bytes);
  const malformed = text.split('\ufffd').length - 1;
  const valid = (text.match(/[^\0-\u007f\ufffd]/gu) ?? []).length;
  if (valid > VALID_PER_MALFORMED * malformed) return 'utf-8';
  const hasBom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return guessEncoding(hasBom ? bytes.subarray(3) : bytes);
}

/** A UTF-8 byte order mark as Windows-1252 text. Some Windows-1252 files start with it. */
const MISREAD_BOM = 'ï»¿';

/**
 * Decodes a file's first bytes, without a byte order mark. Omits a character that is cut off at the
 * end, unless `complete` is set.
 * @throws {NotUtf8Error} if `isStrict`, for a malformed sequence
 */
export const decodeHead = (
  head: Uint8Array,
  encoding: Encoding,
  { complete, isStrict }: { complete: boolean; isStrict: boolean },
): string =>
  stripMisreadBom(
    decodeSlice(new TextDecoder(encoding, { fatal: isStrict }), head, head, !complete),
  );

/**
 * Decodes bytes into short pieces of text, without a byte order mark. Malformed sequences become
 * U+FFFD unless `isStrict`.
 * @throws {NotUtf8Error} if `isStrict`, at the first malformed sequence
 */
export async function* decodeChunks(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding,
  isStrict = false,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: isStrict });
  let first = true;
  let slice: Uint8Array = new Uint8Array();
  for await (const chunk of bytes)
    for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
      slice = chunk.subarray(at, at + SLICE_BYTES);
      const text = decodeSlice(decoder, slice, slice, true);
      yield first ? stripMisreadBom(text) : text;
      first = false;
    }
  yield decodeSlice(decoder, new Uint8Array(), slice, false);
}

const stripMisreadBom = (text: string): string =>
  text.startsWith(MISREAD_BOM) ? text.slice(MISREAD_BOM.length) : text;

function decodeSlice(
  decoder: InstanceType<typeof TextDecoder>,
  slice: Uint8Array,
  sample: Uint8Array,
  stream: boolean,
): string {
  try {
    return decoder.decode(slice, { stream });
  } catch {
    throw new NotUtf8Error(sample);
  }
}
