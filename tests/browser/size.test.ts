import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { measurePages } from '../../web/page-sizes.ts';
import { findChangedSizes } from '../sizes/recorded-sizes.ts';

// The stack has already built the app, so the tests read the files that a visitor loads.

const MAX_FRAME_KIB = 200;
const MAX_PAGE_KIB = 40;

it('loads at most 200 KiB for every page, and 40 KiB for one', () => {
  const { frame, pages } = measurePages('dist/web');
  expect(frame).toBeLessThanOrEqual(MAX_FRAME_KIB);
  expect(Object.entries(pages).filter(([, kib]) => kib > MAX_PAGE_KIB)).toEqual([]);
});

it('keeps the recorded size of each page, within 2 %', () => {
  expect(findChangedSizes('pagesKib', measurePages('dist/web'))).toEqual([]);
});

it('loads no description of the API', () => {
  const scripts = globSync('dist/web/assets/*.js').map((path) => readFileSync(path, 'utf8'));
  expect(scripts.some((code) => code.includes('credits_charged'))).toBe(true);
  expect(scripts.filter((code) => code.includes('Credits charged so far'))).toEqual([]);
});
