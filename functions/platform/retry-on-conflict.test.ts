import { expect, it } from 'vitest';
import { ConflictError, retryOnConflict } from './retry-on-conflict.ts';

it('repeats a step until it loses no race, and gives what the last one gave', async () => {
  const attempts: number[] = [];
  const step = async (attempt: number) => {
    attempts.push(attempt);
    return attempt < 2 ? 'again' : undefined;
  };
  expect(await retryOnConflict('a list', step)).toBeUndefined();
  expect(attempts).toEqual([0, 1, 2]);
});

it('says what kept changing', async () => {
  const lost = retryOnConflict('list 7', async () => 'again' as const, 3);
  await expect(lost).rejects.toThrow(ConflictError);
  await expect(lost).rejects.toThrow('list 7 changed during each of 3 attempts');
});
