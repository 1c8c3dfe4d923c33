import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createStringSet } from './string-set.ts';

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString();

it('agrees with a Map, whatever the strings, their number and the seed', () => {
  const text = fc.oneof(fc.nat(40).map(String), fc.string({ unit: 'grapheme' }));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 300 }), fc.integer(), (texts, seed) => {
      const set = createStringSet(seed);
      const model = new Map<string, number>();
      for (const each of texts) {
        if (!model.has(each)) model.set(each, model.size);
        expect(set.add(each)).toBe(model.get(each));
      }
      expect(set.size).toBe(model.size);
      for (const [each, ordinal] of model) expect(textOf(set.bytes(ordinal))).toBe(each);
    }),
    { seed: 1 },
  );
});

it('keeps the first spelling and fills many pages', () => {
  const set = createStringSet(7);
  expect(set.add('a@b.fr', 'A@b.fr')).toBe(0);
  expect(set.add('a@b.fr', 'a@B.fr')).toBe(0);
  expect(textOf(set.bytes(0))).toBe('A@b.fr');
  for (let number = 1; number <= 50_000; number += 1) set.add(`${'x'.repeat(50)}${number}`);
  expect(set.size).toBe(50_001);
  expect(set.add(`${'x'.repeat(50)}49999`)).toBe(49_999);
  expect(textOf(set.bytes(50_000))).toBe(`${'x'.repeat(50)}50000`);
  expect(() => set.bytes(50_001)).toThrow(RangeError);
});
