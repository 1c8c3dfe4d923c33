import { readAddress } from '../../packages/verifier/src/address/read-address.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../packages/verifier/src/address/parse-address.ts';
import { suggestRepair } from '../../packages/verifier/src/address/suggest-repair.ts';
import { createHostileText, findSlowLength } from '../../tests/support/growth.ts';
import { addressOfCell, addressesInCell } from './address-cell.ts';

const FILE = new URL('../../tests/data/customer-lists/cells.ndjson', import.meta.url);
const cases = readFileSync(FILE, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as { id: string; cell: string; expected: string });

/**
 * Cells with an ambiguous address: `jane@ example.com` can mean two addresses, so neither is
 * verified, and the row has the more likely address as its suggestion.
 */
const ONLY_SUGGESTED: ReadonlySet<string> = new Set(['C086', 'C088', 'C091', 'C093', 'C098']);

describe("a customer's cell", () => {
  it.each(cases.filter(({ id }) => !ONLY_SUGGESTED.has(id)))(
    '$id: reads $cell as $expected',
    ({ cell, expected }) => {
      const address = addressOfCell(cell);
      expect(parseAddress(address).valid ? `asked as ${address}` : 'bad syntax').toBe(expected);
    },
  );

  it.each(cases.filter(({ id }) => ONLY_SUGGESTED.has(id)))(
    '$id: reads no address from $cell, but has a suggestion',
    ({ cell, expected }) => {
      expect(parseAddress(addressOfCell(cell)).valid).toBe(false);
      expect(`asked as ${suggestRepair(cell)}`).toBe(expected);
    },
  );
});

it.each([
  // quotation marks and brackets
  '“j@x.com”',
  '„j@x.com“',
  '«j@x.com»',
  'j@x.com\ufffd.',
  '« j@x.com »',
  '‹j@x.com›',
  '‘j@x.com',
  'j@x.com”',
  '"\'j@x.com\'"',
  "''j@x.com''",
  '\\"j@x.com\\"',
  '\u0093j@x.com\u0094',
  '{j@x.com}',
  '(j@x.com)',
  '【j@x.com】',
  '「j@x.com」',
  '[“j@x.com”]',
  "['j@x.com']",
  // formulas and the apostrophe that marks a text
  "'j@x.com",
  '="j@x.com"',
  '=“j@x.com”',
  '=HYPERLINK("mailto:j@x.com";"Jane")',
  // names and labels
  'Jane j@x.com',
  'Jane Doe j@x.com',
  'JANE j@x.com',
  '\u0001j@x.com',
  'Jane Doe<j@x.com>',
  'Doe, Jane <j@x.com',
  'Jane Doe (j@x.com)',
  'Jane Doe [j@x.com]',
  '"Jane" j@x.com',
  'j@x.com (Jane)',
  'j@x.com - Jane',
  'j@x.com – Jane',
  'email j@x.com',
  'Courriel : j@x.com',
  'Correo electrónico: j@x.com',
  'メール：j@x.com',
  'To: j@x.com',
  '1. j@x.com',
  '• j@x.com',
  '•j@x.com',
  '► j@x.com',
  '📧j@x.com',
  '✉️j@x.com',
  '📧📧j@x.com',
  '👋🏽j@x.com',
  '👩‍💻j@x.com',
  // links
  'mailto://j@x.com',
  'mailto:%20j@x.com',
  'mailto%3Aj@x.com',
  'mailto:j@x.com?cc=c@x.com',
  'smtp:j@x.com',
  'email=j@x.com',
  'E-Mail-Adresse~j@x.com',
  'Privat/j@x.com',
  'Doe/j@x.com',
  '+33-6-02-14-55-66/j@x.com',
  '/C=FR/O=Mill/CN=Jane/emailAddress=j@x.com',
  'uid=j@x.com,ou=People',
  'https://x.com/#/u/j@x.com',
  'j\\@x.com',
  'j=40x.com',
  '!j@x.com',
  'https://x.com/out?email=j@x.com&id=1',
  '<mailto:j@x.com|j@x.com>',
  '<a href="mailto:j@x.com">j@x.com</a>',
  '*j@x.com*',
  '*j@x.com',
  '{j@x.com',
  '|j@x.com',
  '\\u003ej@x.com\\u003c',
  'j@x.com\\n',
  '`j@x.com`',
  // escapes
  'j%40x.com',
  '%20j@x.com',
  'j@x.com%20',
  'Jane%20Doe%20%3Cj%40x.com%3E',
  'j&#64;x.com',
  'j&#x40;x.com',
  'j&commat;x&period;com',
  'Jane &lt;j@x.com&gt;',
  'j@x.com&nbsp;',
  '&laquo;j@x.com&raquo;',
  '&ldquo;j@x.com&rdquo;',
  '&bull;j@x.com',
  '“j@x.com”',
  '«j@x.com»',
  '_x000D_j@x.com',
  'j@x.com_x000D_\n',
  // full-width characters, directional marks and joiners
  'ｊ＠ｘ．ｃｏｍ',
  'j＠x．com',
  'j@x.com，',
  'j@x.com。',
  'j@\u200fx.com',
  'j\u200d@x.com',
  '\u202aj@x.com\u202c',
  // characters at the ends
  'j@x.com.',
  'j@x.com..',
  'j@x.com!',
  'j@x.com?',
  'j@x.com\\',
  'j@x.com\u0000',
  // several addresses
  'j@x.com / b@x.com',
  'j@x.com/b@x.com',
  'j@x.com|b@x.com',
  'j@x.com; b@x.com',
  'j@x.com, b@x.com',
  'j@x.com、b@x.com',
  'j@x.com ::: b@x.com',
  'j@x.com et b@x.com',
  'j@x.com\u2028b@x.com',
  'smtp:j@x.com;SIP:b@x.com',
  'Jane <j@x.com> Bob <b@x.com>',
  'Jane <j@x.com>, Bob <b@x.com>',
])('reads %j as j@x.com', (cell) => {
  expect(addressOfCell(cell)).toBe('j@x.com');
  expect(addressesInCell(cell)[0]).toBe('j@x.com');
});

it.each([
  ["'+33612345678@x.com", '+33612345678@x.com'],
  ["'=a@x.com", '=a@x.com'],
  ['=a@x.com', '=a@x.com'],
  ["o'neil@x.com (work)", "o'neil@x.com"],
  ["o\\'neil@x.com", "o'neil@x.com"],
  ['o&#8217;neil@x.com', "o'neil@x.com"],
  ['Email(jane@x.com)', 'jane@x.com'],
  ['o&#39;neil@x.com', "o'neil@x.com"],
  ['&#233;milie@x.com', 'émilie@x.com'],
  ['R&#xE9;my <r&#xE9;my@x.com>', 'rémy@x.com'],
  ['%C3%A9milie@x.com', 'émilie@x.com'],
  ['_x00E9_milie@x.com', 'émilie@x.com'],
  ['\\u00e9milie@x.com', 'émilie@x.com'],
  ['jane&#173;doe@x.com', 'janedoe@x.com'],
  ['&#8220;j@x.com&#8221;', 'j@x.com'],
  ['&#160;j@x.com%C2%A0', 'j@x.com'],
  ['o\u0092neil@x.com', "o'neil@x.com"],
  ['jean‐luc@x.com', 'jean-luc@x.com'],
  ['jane@x–y.com', 'jane@x-y.com'],
  ['mailto:jane%2Btag@x.com', 'jane+tag@x.com'],
  ['jane%2Btag@x.com', 'jane%2Btag@x.com'],
  ['r&amp;amp;d@x.com', 'r&d@x.com'],
  ['<taro..y@docomo.ne.jp', 'taro..y@docomo.ne.jp'],
  ['"a b"@x.com', '"a b"@x.com'],
  ['old@x.com <new@x.com>', 'new@x.com'],
  ['info@ドメイン・名.example', 'info@ドメイン・名.example'],
  ['نامه\u200cای@x.com', 'نامه\u200cای@x.com'],
  ['_jane_@x.com', '_jane_@x.com'],
  ['100^N^jane@x.com', '100^N^jane@x.com'],
  ['/G=Jane/S=Doe@x.com', '/G=Jane/S=Doe@x.com'],
  ['SRS0=ab=cd=y.com=jane@x.com', 'SRS0=ab=cd=y.com=jane@x.com'],
  ['John=y.com@x.com', 'John=y.com@x.com'],
  ['jane/doe@x.com', 'jane/doe@x.com'],
  ['QQ 123@x.com', '123@x.com'],
])('reads %j as %s', (cell, address) => expect(addressOfCell(cell)).toBe(address));

it.each([
  'jane doe@x.com',
  'jane,doe@x.com',
  'jane;doe@x.com',
  'JANE DOE@X.COM',
  'jane\u0001doe@x.com',
  'abc 123@gmail.com',
  'jane@@x.com',
  'jane@x.com@y.com',
  '@jane@x.social',
  'jane@yahoo.co,uk',
  'jane@yahoo.co .uk',
  'jane@yahoo.com br',
  'jane@mail.example. com',
  'm&uuml;ller@x.com',
  'm\ufffdller@x.com.',
  '&eacute;milie@x.com',
  'Émilie <%E9milie@x.com> (work)',
  '\ufffdmilie@x.com',
  'jane@mail.soci&eacute;te.fr',
  'jane@mail.caf\ufffd.fr',
  '\\njane@x.com',
  'Twitter: @jane',
  'version v1@2.0',
])('reads no address from a part of %j', (cell) => {
  expect(parseAddress(addressOfCell(cell)).valid).toBe(false);
  expect(addressesInCell(cell)).toEqual([]);
});

it.each<[string, string[]]>([
  ['j@x.com', ['j@x.com']],
  ['j@x.com; J@X.com, b@x.com', ['j@x.com', 'b@x.com']],
  ['Jane <j@x.com>\nBob <b@x.com>', ['j@x.com', 'b@x.com']],
  ['[j@x.com](mailto:j@x.com)', ['j@x.com']],
  [`${' '.repeat(2000)}x j@x.com, b@x.com${' '.repeat(2000)}y`, ['j@x.com', 'b@x.com']],
  ['nobody', []],
  ['', []],
])('finds in %j the addresses %j', (cell, found) => expect(addressesInCell(cell)).toEqual(found));

it.each([
  'a@b.c ',
  '@',
  '%40',
  '&',
  '&amp;',
  '&#',
  '_x',
  '😀',
  '’a',
  'a=',
  'A/',
  '1=',
  '“',
  ' ',
  'mailto:',
  '.',
  'a@',
])('takes linear time for a cell full of %j', (pump) => {
  for (const start of ['', 'a@b.c', '<'])
    for (const read of [addressOfCell, addressesInCell])
      expect(
        findSlowLength(read, (length) => createHostileText(length, pump, start, '!')),
      ).toBeUndefined();
});

it.each([
  '"ja"neaaa@x.com"',
  'o"neil@x.com',
  '"jane"doe@x.com',
  'jane(doe@x.com',
  'jane[doe@x.com',
  'jane<doe@x.com',
  'jane(work)doe@x.com',
  'jane[1]doe@x.com',
])('reads no address from %j, which may contain half an address', (cell) => {
  expect(readAddress(addressOfCell(cell))).toBeUndefined();
});
