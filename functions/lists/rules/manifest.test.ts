import { expect, it } from 'vitest';
import { readManifest } from './manifest.ts';

it('reads the first column where a manifest names none', () => {
  const read = (reading: object) =>
    readManifest(Buffer.from(JSON.stringify({ version: 1, reading }))).reading.column;
  expect(read({ skip: 0 })).toBe(0);
  expect(read({ skip: 0, column: 2 })).toBe(2);
});
