import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { KEY_PREFIX, type KeyKind } from '../../../shared/model/key-kind.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
/** An API key is a prefix, 30 random base62 characters, and their CRC-32 as 6 base62 characters. */
const KEY_FORMAT = new RegExp(
  `^(?:${Object.values(KEY_PREFIX).join('|')})([${ALPHABET}]{${RANDOM_LENGTH}})([${ALPHABET}]{${CHECKSUM_LENGTH}})$`,
);

function base62(value: bigint, length: number): string {
  const base = BigInt(ALPHABET.length);
  let remaining = value;
  let text = '';
  for (let at = 0; at < length; at += 1) {
    text = ALPHABET.charAt(Number(remaining % base)) + text;
    remaining /= base;
  }
  return text;
}

const checksum = (random: string): string => base62(BigInt(crc32(random)), CHECKSUM_LENGTH);

/** @param random 32 random bytes, enough to make the modulo bias negligible */
export function generateApiKey(kind: KeyKind, random: Uint8Array): string {
  if (random.length < 32) throw new RangeError('an API key needs 32 random bytes');
  const body = base62(BigInt(`0x${Buffer.from(random).toString('hex')}`), RANDOM_LENGTH);
  return KEY_PREFIX[kind] + body + checksum(body);
}

/** Whether a string has the format of a key. The checksum detects typos without a lookup. */
export function isApiKey(text: string): boolean {
  const [, random, sum] = KEY_FORMAT.exec(text) ?? [];
  return random !== undefined && sum === checksum(random);
}

export const hashApiKey = (key: string): string => hash('sha256', key);
