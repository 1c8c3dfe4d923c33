import { expect, it } from 'vitest';
import { startEmulator } from './dynamo.ts';

it('gives each file a separate table that is stopped with it', async () => {
  await using first = await startEmulator();
  await using second = await startEmulator();
  const key = { PK: 'A', SK: 'A' };
  await first.db().put({ ...key, value: 1 });
  expect(await first.db().get(key)).toEqual({ ...key, value: 1 });
  expect(await second.db().get(key)).toBeUndefined();
  expect(first.endpoint).not.toBe(second.endpoint);
});
