import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseAddress } from './parse-address.ts';
import { suggestCorrection } from './suggest-correction.ts';

const FILE = new URL('../../tests/data/customer-addresses.ndjson', import.meta.url);
const cases = readFileSync(FILE, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as { id: string; kind: string; input: string; expected: string });

it.each(cases.filter(({ expected }) => expected.startsWith('suggestion ')))(
  '$id: $input has the $expected',
  ({ input, expected }) => {
    const address = parseAddress(input);
    const suggestion = address.valid ? (suggestCorrection(address) ?? '') : '';
    // The expected text is either the domain, or the beginning of the address.
    const expectedSuggestion = expected.replace(/^suggestion |…$/g, '');
    expect(
      suggestion.startsWith(expectedSuggestion) || suggestion.endsWith(`@${expectedSuggestion}`),
    ).toBe(true);
  },
);

/**
 * Expected wire form of addresses whose validity the test set leaves undecided; undefined if our
 * parser rejects them.
 */
const DECIDED = new Map([
  ['S002', '"taro.yamada."@docomo.ne.jp'],
  [
    'S005',
    'listname-confirm+0123456789abcdef0123456789abcdef01234567-extra-token-x@lists.example.com',
  ],
  ['S008', 'anyoneelse@example.com'],
  ['S030', undefined],
  ['S040', 'user@127.0.0.1'],
  ['V003', '"hanako."@docomo.ne.jp'],
  ['V006', 'john@abc_d.example.com'],
  ['V042', undefined],
]);

it.each(cases.filter(({ id }) => DECIDED.has(id)))('$id: $input', ({ id, input }) => {
  const address = parseAddress(input);
  expect(address.valid ? address.wire : undefined).toBe(DECIDED.get(id));
  expect(address.valid && address.breach).toBeFalsy();
});
