import { expect, it } from 'vitest';
import { misreadLists } from '../../tests/support/generated-lists.ts';

it('reads generated lists exactly, and with one fault loses no row far from it', async () => {
  expect(await misreadLists({ seed: 4180, count: 400 })).toEqual([]);
});
