import { expect, it } from 'vitest';
import { findMisreadLists } from '../../tests/support/generated-lists.ts';

it('reads generated lists exactly, and loses only rows near a single fault', async () => {
  expect(await findMisreadLists({ seed: 4180, count: 400 })).toEqual([]);
});
