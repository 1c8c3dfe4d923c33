import { expect, it } from 'vitest';
import { startEngine } from './dynamo.ts';

it('gives each file a separate table that is stopped with it', async () => {
  await using first = await startEngine();
  await using second = await startEngine();
  const key = { PK: 'A', SK: 'A' };
  await first.db().put({ ...key, value: 1 });
  expect(await first.db().get(key)).toEqual({ ...key, value: 1 });
  expect(await second.db().get(key)).toBeUndefined();
  expect(first.endpoint).not.toBe(second.endpoint);
});
