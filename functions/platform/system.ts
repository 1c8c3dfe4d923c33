import { randomBytes, randomInt } from 'node:crypto';
import type { Clock, IdGenerator } from './clock.ts';

export const systemClock: Clock = { now: () => Date.now() };

const CROCKFORD_BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Ten characters of time and sixteen random ones (https://github.com/ulid/spec). The library of
 * this name also detects a source of randomness, which would add 2 KB to every function.
 */
const ulid = (now: number): string => startOfUlid(now) + encode(randomBytes(16));

const encode = (values: Iterable<number>): string =>
  Array.from(values, (value) => CROCKFORD_BASE32[value % 32]).join('');

/** Returns the part of an id that depends on the time, which sorts before all ids of this time. */
export const startOfUlid = (now: number): string =>
  encode(Array.from({ length: 10 }, (_, at) => Math.floor(now / 32 ** (9 - at))));

export const systemIds: IdGenerator = {
  ulid,
  token: (bytes) => randomBytes(bytes).toString('base64url'),
  random: () => Math.random(),
  code: (digits) => String(randomInt(10 ** digits)).padStart(digits, '0'),
};
