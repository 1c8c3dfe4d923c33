import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { classifyAddress } from '../../../packages/verifier/src/address/kinds.ts';
import { parseAddress } from '../../../packages/verifier/src/address/parse-address.ts';
import { suggestCorrection } from '../../../packages/verifier/src/address/suggest-correction.ts';
import { suggestRepair } from '../../../packages/verifier/src/address/suggest-repair.ts';

const REPORTS = new URL('../../../tests/data/reports/', import.meta.url);

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly input: string;
  readonly expected: string;
}

const cases = readFileSync(new URL('cases.ndjson', REPORTS), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);
const casesOf = (kind: string): Case[] => cases.filter((each) => each.kind === kind);

it.each(casesOf('suggestion'))('$id: $input has the suggestion $expected', (each) => {
  const address = parseAddress(each.input);
  const suggestion = address.valid ? suggestCorrection(address) : suggestRepair(each.input);
  expect(suggestion ?? 'no suggestion').toBe(each.expected);
});

it.each(casesOf('flag'))('$id: $input has the flags $expected', ({ input, expected }) => {
  const address = parseAddress(input);
  expect(address.valid && classifyAddress(address)).toMatchObject(JSON.parse(expected) as object);
});
