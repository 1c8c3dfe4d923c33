/** Keyed hashing and small bijections, so that a million mailboxes need not be stored. */

const scramble = (value: number): number => {
  const k = Math.imul(value, 0xcc9e2d51);
  return Math.imul((k << 15) | (k >>> 17), 0x1b873593);
};

const absorb = (state: number, value: number): number => {
  const h = state ^ scramble(value);
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0;
};

const finish = (state: number): number => {
  let h = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
};

/** MurmurHash3 (32 bit) of one integer under a key, without its final step for the length. */
export const hash = (key: number, value: number): number => finish(absorb(key, value));

/** Folds a seed of up to 53 bits into a 32-bit hash key. */
export const foldSeed = (seed: number): number =>
  hash(Math.floor(seed / 2 ** 32) | 0, (seed % 2 ** 32) | 0);

export function pick<T>(choices: readonly [T, ...T[]], hashed: number): T {
  return choices[hashed % choices.length] ?? choices[0];
}

// Primes that divide none of the sizes used here, so that each yields a bijection.
const FACTORS = [10007, 12553, 14143, 16381, 18397, 20483, 22541, 24593] as const;

export interface Shuffle {
  forward(x: number, offset: number): number;
  back(y: number, offset: number): number;
}

/**
 * Shuffles [0, size) in constant memory; `size` is below 2^32.
 * @param choice selects one of the eight factors
 */
export function createShuffle(size: number, choice: number): Shuffle {
  const factor = pick(FACTORS, choice);
  const inverse = inverseOf(factor % size, size);
  return {
    forward: (x, offset) => (x * factor + (offset % size)) % size,
    back: (y, offset) => ((y - (offset % size) + size) * inverse) % size,
  };
}

export function createAllShuffles(size: number): readonly [Shuffle, ...Shuffle[]] {
  const [, ...rest] = FACTORS.map((_, choice) => createShuffle(size, choice));
  return [createShuffle(size, 0), ...rest];
}

/** Computes the modular inverse by the extended Euclidean algorithm. */
function inverseOf(value: number, modulus: number): number {
  let [r0, r1, t0, t1] = [modulus, value, 0, 1];
  while (r1 > 0) {
    const quotient = Math.floor(r0 / r1);
    [r0, r1] = [r1, r0 - quotient * r1];
    [t0, t1] = [t1, t0 - quotient * t1];
  }
  return (t0 + modulus) % modulus;
}
