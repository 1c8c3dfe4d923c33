import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { classifyAddress } from '../../../packages/verifier/src/address/kinds.ts';
import { parseAddress } from '../../../packages/verifier/src/address/parse-address.ts';
import { suggestCorrection } from '../../../packages/verifier/src/address/suggest-correction.ts';
import { addressOfCell } from '../../../shared/list-file/address-cell.ts';
import { FileError, type FileSuggestion } from '../../../shared/list-file/file-error.ts';
import { readWorkbook } from '../../../web/src/lib/file/read-workbook.ts';
import { createInMemoryFile, readAddressFile } from './read-file.ts';
import { suggestRepair } from '../../../packages/verifier/src/address/suggest-repair.ts';

const REPORTS = new URL('../../../tests/data/reports/', import.meta.url);

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly input: string;
  readonly expected: string;
}

interface FileCase {
  readonly id: string;
  readonly kind: 'file';
  readonly file: string;
  readonly expected: readonly string[];
}

const cases = readFileSync(new URL('cases.ndjson', REPORTS), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Case | FileCase);
const casesOf = (kind: string): Case[] =>
  cases.filter((each): each is Case => each.kind === kind && 'input' in each);
const files = cases.filter((each): each is FileCase => each.kind === 'file');

/** Reads a file as a client does that follows the suggestions of the API. */
async function readFollowingSuggestions(bytes: Uint8Array, isWorkbook: boolean) {
  const refusals: string[] = [];
  const hints: FileSuggestion & { strict: boolean } = { strict: isWorkbook };
  for (;;)
    try {
      const { index } = await readAddressFile(createInMemoryFile(bytes), hints);
      const addresses = Array.from({ length: index.size }, (_, at) => index.address(at));
      return { refusals, addresses: addresses.filter((_, at) => index.isValid(at)) };
    } catch (error) {
      if (!(error instanceof FileError) || refusals.includes(error.fault)) throw error;
      const { fault, column, separator } = error;
      refusals.push(fault);
      Object.assign(hints, column && { column }, separator && { separator });
    }
}

async function readBytes(name: string): Promise<Uint8Array> {
  const bytes = Uint8Array.from(readFileSync(new URL(`files/${name}`, REPORTS)));
  if (!name.endsWith('.xlsx')) return bytes;
  let list: File | undefined;
  await readWorkbook(
    new File([bytes], name),
    undefined,
    () => 0,
    (found) => (list = found.file ?? list),
  );
  return new Uint8Array((await list?.arrayBuffer()) ?? []);
}

it.each(files)('$id: reads the addresses of $file', async ({ file, expected }) => {
  const { addresses } = await readFollowingSuggestions(
    await readBytes(file),
    file.endsWith('.xlsx'),
  );
  const sorted = (each: readonly string[]) => each.map((one) => one.toLowerCase()).toSorted();
  expect(sorted(addresses)).toEqual(sorted(expected));
});

/** Cells for which we decide differently. All of them have a suggestion. */
const DECIDED = new Map([
  // RFC 5321 allows a top-level domain of one letter, so DNS decides.
  ['Q043', 'abc@gmail.c'],
  // Our results guard such a cell with an apostrophe. It must be parsed like its guarded form, in
  // which the sign is part of the address.
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
