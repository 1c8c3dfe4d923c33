export { randomFrom } from '../../functions/admin/random-from.ts';

/** One of these, by chance; undefined where there is none. @param random uniform in [0, 1) */
export const pick = <T>(all: readonly T[], random: () => number): T | undefined =>
  all[Math.floor(random() * all.length)];
