import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** `tms_live_`, 30 random base62 characters (178 bits), 6 base62 characters of their CRC-32. */

const PREFIX = 'tms_live_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const FORMAT = new RegExp(
  `^${PREFIX}([${ALPHABET}]{${RANDOM_LENGTH}})([${ALPHABET}]{${CHECKSUM_LENGTH}})$`,
);

function base62(value: bigint, length: number): string {
  const base = BigInt(ALPHABET.length);
  let rest = value;
  let text = '';
  for (let at = 0; at < length; at += 1) {
    text = ALPHABET.charAt(Number(rest % base)) + text;
    rest /= base;
  }
  return text;
}

const checksum = (random: string): string => base62(BigInt(crc32(random)), CHECKSUM_LENGTH);

/** Makes a key of 32 random bytes: enough that taking the remainder leaves no measurable bias. */
export function makeApiKey(random: Uint8Array): string {
  if (random.length < 32) throw new RangeError('an API key needs 32 random bytes');
  const body = base62(BigInt(`0x${Buffer.from(random).toString('hex')}`), RANDOM_LENGTH);
  return PREFIX + body + checksum(body);
}

/** Whether a text can be a key at all: rejects typing errors without a look-up. */
export function isApiKey(text: string): boolean {
  const [, random, sum] = FORMAT.exec(text) ?? [];
  return random !== undefined && sum === checksum(random);
}

export const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('hex');

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM under a 32-byte key, bound to the user: `nonce | tag | ciphertext` in base64url. */
export function seal(key: Uint8Array, nonce: Uint8Array, userId: string, text: string): string {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(userId));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Throws when the key, the user or a bit of the copy is not the one it was sealed with. */
export function unseal(key: Uint8Array, userId: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const tagAt = NONCE_BYTES;
  const textAt = NONCE_BYTES + TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, tagAt), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(userId))
    .setAuthTag(bytes.subarray(tagAt, textAt));
  return Buffer.concat([decipher.update(bytes.subarray(textAt)), decipher.final()]).toString(
    'utf8',
  );
}
