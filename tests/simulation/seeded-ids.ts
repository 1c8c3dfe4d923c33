import { createHash } from 'node:crypto';
import { ulid } from 'ulid';
import type { IdGenerator } from '../../functions/platform/clock.ts';

export interface SeededIds extends IdGenerator {
  /** Makes later ids depend only on this seed. */
  reseed(seed: string): void;
}

export function createSeededIds(): SeededIds {
  let seed = '';
  let made = 0;
  const digest = (): Buffer => {
    made += 1;
    return createHash('sha256').update(`${seed}:${made}`).digest();
  };
  return {
    reseed(next) {
      seed = next;
      made = 0;
    },
    ulid: (now) => {
      const bytes = digest();
      let at = 0;
      return ulid(now, () => (bytes[at++] ?? 0) / 256);
    },
    token: (bytes) => digest().subarray(0, bytes).toString('base64url'),
    random: () => digest().readUInt32BE() / 2 ** 32,
    code: (digits) => String(digest().readUInt32BE() % 10 ** digits).padStart(digits, '0'),
  };
}
