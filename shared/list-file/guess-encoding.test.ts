import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { detectFallbackEncoding } from './encoding.ts';

const CASES = new URL('../../tests/data/customer-lists/encodings.ndjson', import.meta.url);
const cases = readFileSync(CASES, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as { encoding: string; text: string; base64: string });

it.each(cases)('reads a list in $encoding', ({ text, base64 }) => {
  const bytes = Buffer.from(base64, 'base64');
  expect(new TextDecoder(detectFallbackEncoding(bytes)).decode(bytes)).toBe(text);
});

// Each text is the list's bytes decoded as Windows-1252.
it.each([
  ['Dvoøák;a@b.cz\nNovák;c@d.cz', 'Dvořák'],
  ['Jiøí;a@b.cz\nZdenìk;c@d.cz', 'Zdeněk'],
  ['Kovaèiæ;a@b.hr\n\x8eivkoviæ;c@d.hr', 'Živković'],
  ['ªtefan;a@b.ro\nIonuþ;c@d.ro', 'Ionuţ'],
  ['Ðarûnas;a@b.lt\nÞydrë;c@d.lt', 'Žydrė'],
  ['Ayþe Yýlmaz;a@b.tr\nÖzgür;c@d.tr', 'Ayşe Yılmaz'],
  ['Þórður Guðmundsson;a@b.is', 'Þórður Guðmundsson'],
  ['Sébastien Lefèvre;a@b.fr\nMårten Ørsted;c@d.dk', 'Ørsted'],
])('reads a name in the short list %j', (list, name) => {
  const bytes = Buffer.from(list, 'latin1');
  expect(new TextDecoder(detectFallbackEncoding(bytes)).decode(bytes)).toContain(name);
});
