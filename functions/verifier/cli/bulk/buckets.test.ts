import fc from 'fast-check';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBuckets } from './buckets.ts';
import { openScratch } from './scratch.ts';
import type { Scratch } from './scratch.ts';

let scratch: Scratch;
beforeEach(() => void (scratch = openScratch()));
afterEach(() => scratch.close());

test('what goes into a bucket comes out of it, the newest first, whatever is in the text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom('', '\n', '\0', 'é'.repeat(3000), 'x'.repeat(4096), 'x'.repeat(9000)),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(3), text), { maxLength: 200 }), (added) => {
      const buckets = createBuckets(scratch, 4);
      for (const [position, [bucket, each]] of added.entries())
        buckets.add(bucket, { position, text: each });
      for (const bucket of [0, 1, 2, 3]) {
        const read = [...buckets.read(bucket)].toReversed();
        const expected = added.flatMap(([to, each], position) =>
          to === bucket ? [{ position, text: each }] : [],
        );
        expect(read).toEqual(expected);
      }
    }),
  );
});

test('the file cannot be found while it is used', () => {
  const mine = () => readdirSync(tmpdir()).filter((name) => name.startsWith('tamis-'));
  const before = mine();
  const other = openScratch();
  other.append(Buffer.from('a@b.test'));
  expect(mine()).toEqual(before);
  other.close();
});

test('a file that does not hold what it should is told', () => {
  const extent = scratch.append(Buffer.from('abc'));
  const bytes = Buffer.alloc(8);
  scratch.read(extent, bytes);
  expect(bytes.toString('utf8', 0, 3)).toBe('abc');
  expect(() => scratch.read({ at: 1, length: 5 }, bytes)).toThrow('cut off');
});
