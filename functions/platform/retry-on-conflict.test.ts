import { expect, it } from 'vitest';
import { ConflictError, retryOnConflict } from './retry-on-conflict.ts';

it('repeats an attempt until it has no conflict, and returns its result', async () => {
  const attempts: number[] = [];
  const step = async (attempt: number) => {
    attempts.push(attempt);
    return attempt < 2 ? 'again' : undefined;
  };
  expect(await retryOnConflict('a list', step)).toBeUndefined();
  expect(attempts).toEqual([0, 1, 2]);
});

it('names the subject that kept changing', async () => {
  const lost = retryOnConflict('list 7', async () => 'again' as const, 3);
  await expect(lost).rejects.toThrow(ConflictError);
  await expect(lost).rejects.toThrow('list 7 changed during each of 3 attempts');
});
