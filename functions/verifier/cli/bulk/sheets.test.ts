import { afterEach, beforeEach, expect, test } from 'vitest';
import { openScratch } from './scratch.ts';
import type { Scratch } from './scratch.ts';
import { createSheets } from './sheets.ts';

let scratch: Scratch;
beforeEach(() => void (scratch = openScratch()));
afterEach(() => scratch.close());

test('lines come by position, of each the last, and none where none was put', () => {
  const size = 10_000;
  const sheets = createSheets(scratch, size);
  for (let position = size - 1; position >= 0; position -= 1) {
    if (position % 3 > 0) sheets.put(position, `${position} first`);
  }
  for (let position = 0; position < size; position += 1) {
    if (position % 3 === 2) sheets.put(position, `${position} again`);
    if (position % 30 === 2) sheets.put(position, `${position} at last`);
  }
  const expected = Array.from({ length: size }, (_, position) => {
    if (position % 3 === 1) return `${position} first`;
    return `${position} ${position % 30 === 2 ? 'at last' : 'again'}`;
  }).filter((_, position) => position % 3 > 0);
  expect([...sheets.texts()].join('\n').split('\n')).toEqual(expected);
});
