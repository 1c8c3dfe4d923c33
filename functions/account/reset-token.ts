import { createHash } from 'node:crypto';

const MINUTE_MS = 60_000;
export const RESET_MINUTES = 30;
export const RESET_LIFE_MS = RESET_MINUTES * MINUTE_MS;

/** What is stored of the token of a reset link: from the hash alone nobody can use it. */
export const resetTokenHash = (token: string): string =>
  createHash('sha256').update(token).digest('hex');
