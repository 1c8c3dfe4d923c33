import { expect, test } from 'vitest';
import { pageWindow } from './pager.tsx';

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 9, [1, 2, 3, 4]],
  [5, 9, [2, 3, 4, 5, 6, 7, 8]],
  [9, 9, [6, 7, 8, 9]],
  [4, 4, [1, 2, 3, 4]],
])('page %i of %i shows %j', (current, last, pages) => {
  expect(pageWindow(current, last)).toEqual(pages);
});

test('links back from a page beyond the last one', () => {
  expect(pageWindow(5, 3)).toEqual([2, 3]);
});
