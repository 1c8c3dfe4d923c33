import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createKeyLock } from './key-lock.ts';

test('actions on one key do not overlap, those on different keys do; failures pass the lock on', async () => {
  const lock = createKeyLock();
  const log: string[] = [];
  const action =
    (name: string, fails = false) =>
    async (): Promise<string> => {
      log.push(`${name} begins`);
      await turn();
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
  const results = await Promise.allSettled([
    lock('a', action('a1', true)),
    lock('a', action('a2')),
    lock('b', action('b1')),
  ]);
  expect(results).toMatchObject([{ reason: new Error('a1') }, { value: 'a2' }, { value: 'b1' }]);
  expect(log.filter((entry) => entry.startsWith('a'))).toEqual([
    'a1 begins',
    'a1 ends',
    'a2 begins',
    'a2 ends',
  ]);
  expect(log.indexOf('b1 begins')).toBeLessThan(log.indexOf('a1 ends'));
});
