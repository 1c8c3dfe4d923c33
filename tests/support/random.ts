/** Returns a generator of numbers in [0, 1), reproducible from the seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a random element; undefined if there is none. @param random uniform in [0, 1) */
export const pickRandom = <T>(all: readonly T[], random: () => number): T | undefined =>
  all[Math.floor(random() * all.length)];
