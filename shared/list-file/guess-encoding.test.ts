import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { detectDamaged } from './encoding.ts';

const CASES = new URL('../../tests/data/customer-lists/encodings.ndjson', import.meta.url);
const cases = readFileSync(CASES, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as { encoding: string; text: string; base64: string });

it.each(cases)('reads a list of $encoding', ({ text, base64 }) => {
  const bytes = Buffer.from(base64, 'base64');
  expect(new TextDecoder(detectDamaged(bytes)).decode(bytes)).toBe(text);
});
