import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { classifyAddress } from '../../../packages/verifier/src/address/kinds.ts';
import { parseAddress } from '../../../packages/verifier/src/address/parse-address.ts';
import { suggestCorrection } from '../../../packages/verifier/src/address/suggest-correction.ts';
import { addressOfCell } from '../../../shared/list-file/address-cell.ts';
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

/** Cells of which we decide otherwise. All of them have a suggestion. */
const DECIDED = new Map([
  // RFC 5321 allows a top-level domain of one letter, so DNS decides.
  ['Q043', 'abc@gmail.c'],
  // Our results guard such a cell by an apostrophe. It must read like its guarded form, in which the
  // sign is a part of the address.
  ['Q083', '+jane@mill.example'],
  ['Q086', '=jane@mill.example'],
]);

it.each(casesOf('cell'))('$id: reads $input as $expected', ({ id, input, expected }) => {
  const address = parseAddress(addressOfCell(input));
  expect(address.valid ? addressOfCell(input).toLowerCase() : 'no address asked').toBe(
    (DECIDED.get(id) ?? expected).toLowerCase(),
  );
});

it.each(casesOf('suggestion'))('$id: $input has the suggestion $expected', (each) => {
  const address = parseAddress(each.input);
  const suggestion = address.valid ? suggestCorrection(address) : suggestRepair(each.input);
  expect(suggestion ?? 'no suggestion').toBe(each.expected);
});

it.each(casesOf('flag'))('$id: $input has the flags $expected', ({ input, expected }) => {
  const address = parseAddress(input);
  expect(address.valid && classifyAddress(address)).toMatchObject(JSON.parse(expected) as object);
});
