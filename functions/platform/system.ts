import { randomBytes, randomInt } from 'node:crypto';
import { ulid } from 'ulid';
import type { Clock, IdGenerator } from './clock.ts';

export const systemClock: Clock = { now: () => Date.now() };

export const systemIds: IdGenerator = {
  ulid: (now) => ulid(now),
  token: (bytes) => randomBytes(bytes).toString('base64url'),
  random: () => Math.random(),
  code: (digits) => String(randomInt(10 ** digits)).padStart(digits, '0'),
};
