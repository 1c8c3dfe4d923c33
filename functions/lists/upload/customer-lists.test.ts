import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FileError } from '../../../shared/list-file/file-error.ts';
import { damageList, generateList } from '../../../tests/support/generated-lists.ts';
import { randomFrom } from '../../../tests/support/random.ts';
import {
  type InspectionFinding,
  inspectFile,
} from '../../../web/src/features/lists/upload/file/inspect-file.ts';
import { type FileHints, createInMemoryFile, readAddressFile } from './read-file.ts';

const FILES = new URL('../../../tests/data/customer-lists/files/', import.meta.url);

async function ingest(bytes: Uint8Array, hints: FileHints) {
  try {
    const { manifest, index } = await readAddressFile(createInMemoryFile(bytes), hints);
    const addresses = Array.from({ length: index.size }, (_, at) => index.address(at));
    return { verified: manifest.total - manifest.badSyntax, header: manifest.header, addresses };
  } catch (error) {
    if (error instanceof FileError) return { fault: error.fault, column: error.column };
    throw error;
  }
}

async function inspect(bytes: Uint8Array<ArrayBuffer>): Promise<InspectionFinding> {
  const findings: InspectionFinding[] = [];
  await inspectFile({ file: new Blob([bytes]) }, (finding) => findings.push(finding));
  return Object.assign({}, ...findings) as InspectionFinding;
}

const readBytes = (name: string) => Uint8Array.from(readFileSync(new URL(name, FILES)));

/**
 * `verified` is the number of addresses to verify. `column` is the number of the address column,
 * from 1; it may be omitted for the first.
 */
const LISTS: readonly (readonly [file: string, verified: number, column?: number])[] = [
  ['F02-google.csv', 8, 19],
  ['F03-mailchimp.csv', 8],
  ['F06-brevo.csv', 8, 2],
  ['F07-title-rows.csv', 8, 2],
  ['F09-utf16be-nobom.csv', 8],
  ['F12-shiftjis.csv', 8],
  ['F14-cp1250.csv', 8],
  ['F15-one-bad-byte.csv', 11],
  ['F15b-idn-clean.csv', 9],
  ['F16b-nul-late.csv', 3001],
  ['F18-quote-in-address.csv', 4, 2],
  ['F18b-tsv-leading-quote.txt', 4, 2],
  ['F19-padded.csv', 8],
  ['F21b-starts-with-ID.csv', 8, 2],
  ['F28-excel-strings.csv', 8],
  ['F29-outlook-to-line.txt', 8],
  ['F31-space-separated.txt', 8],
  ['F32-header-other-language.csv', 8],
  ['F35-separator.csv', 8, 2],
  ['F40-crcrlf.csv', 8],
  ['F44-leading-empty-columns.csv', 8, 3],
  ['F50r-result-uploaded-again.csv', 4],
  ['F51-semicolon-multi.csv', 8, 2],
  ['F53-utf8-in-cp1252-smart.csv', 8],
  ['F54-wide-space.csv', 8],
  ['F57-sep-line-bom.csv', 8],
  ['F58-apostrophes.csv', 3],
  ['F63-comment.csv', 8],
  ['F64-proxyaddresses.csv', 8, 2],
  ['G01-two-addresses-in-one-cell.csv', 200, 2],
  ['G04-stray-quote-in-name.csv', 200, 2],
  ['G13-handle-first.csv', 200, 2],
  ['G16-comma-line-500.txt', 500],
  ['H02-missing-opening-in-name.csv', 200, 2],
  ['H04-missing-closing-in-note.csv', 200, 2],
  ['H05-inner-at-end.csv', 200, 2],
  ['H06-backslash-comma.csv', 200, 2],
  ['H10-two-addresses-legal.csv', 200, 2],
  ['H11-note-with-two-addresses-legal.csv', 200, 2],
  ['H14-email-first-inch.csv', 200],
  ['H16-manager-sometimes.csv', 200, 2],
];

it.each(LISTS.map(([name, verified, column = 1]) => ({ name, verified, column })))(
  'reads $verified addresses in column $column of $name',
  async ({ name, verified, column }) => {
    const bytes = readBytes(name);
    const { preview, counts, fault } = await inspect(bytes);
    expect({ fault, proposed: preview?.proposed }).toEqual({
      fault: undefined,
      proposed: column - 1,
    });
    expect(counts).toMatchObject({ verified, malformed: 0 });

    const hints = { column, encoding: preview?.encoding };
    expect(await ingest(bytes, hints)).toMatchObject({ verified, header: preview?.header });
    const withoutHints = await ingest(bytes, {});
    expect(withoutHints).toMatchObject(
      column === 1 ? { verified } : { fault: 'wrong_column', column },
    );
  },
);

it.each([
  ['F22-vcard.txt', 'other_format'],
  ['F24-html.xls', 'other_format'],
  ['F25-xmlss.xls', 'other_format'],
  ['X25-excel97.xls', 'spreadsheet_file'],
])('rejects %s as %s', async (name, fault) => {
  const bytes = readBytes(name);
  expect(await inspect(bytes)).toMatchObject({ fault });
  expect(await ingest(bytes, {})).toMatchObject({ fault });
});

it("reads any file like the web app's preview, damaged or not", async () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = randomFrom(seed);
    const list = generateList(random);
    const { text } = damageList(list, random);
    for (const content of [list.text, text]) {
      const bytes = Uint8Array.from(Buffer.from(content, list.encoding));
      const { preview, counts, fault } = await inspect(bytes);
      const column = (preview?.proposed ?? 0) + 1;
      const read = await ingest(bytes, { column, encoding: preview?.encoding });
      expect({ seed, ...read }).toMatchObject(
        fault ? { fault } : { verified: counts?.verified, header: preview?.header },
      );
    }
  }
});

const customers = (count: number, lineOf: (email: string, at: number) => string): string =>
  Array.from({ length: count }, (_, at) => lineOf(`user${at}@gmail.com`, at)).join('\n');

it.each([
  [
    'notes that mention addresses',
    200,
    customers(
      200,
      (email, at) => `"Doe, J${at}","${email}","Hi, this is a@b.com, ok\nmail c@d.com, please"`,
    ),
  ],
  [
    'a name with an unclosed quote',
    200,
    customers(200, (email, at) =>
      at === 100 ? `"Bob,"${email}","ok"` : `"Doe, J${at}","${email}","ok"`,
    ),
  ],
  [
    'a note with an unclosed quote in the last row',
    50,
    customers(50, (email, at) => `J${at},${email},${at === 49 ? '"ok' : 'ok'}`),
  ],
  [
    'a name without its opening quote',
    3,
    '"name","email"\nDoe, Jane","a@b.fr"\n"Doe, Zoe","c@d.fr"\n"Doe, Luc","e@f.fr"\n',
  ],
  [
    'a backslash-escaped quote in a row of a different width',
    2,
    'email,name\n"a@b.fr","5\\" disc","x"\nc@d.fr,Bob\n',
  ],
  [
    'emails quoted in a cell',
    50,
    `id,email,text\n${customers(50, (email, at) => `${at},${email},"On Monday, Bob <bob@corp.com> wrote:\n> bye, bob@corp.com"`)}`,
  ],
  [
    'an owner column before the customer column',
    10,
    `owner,email\n${customers(10, (email, at) => `m${at % 6}@corp.com,${email}`)}`,
  ],
  [
    'a line of addresses below a header',
    8,
    `Emails:\n${customers(8, (email) => email).replaceAll('\n', ', ')}`,
  ],
  ['a To line', 8, `To: ${customers(8, (email) => email).replaceAll('\n', ', ')}`],
  ['names in a social network', 8, customers(8, (email, at) => `${email},"@user${at}"`)],
  ['an array in JSON', 8, JSON.stringify(customers(8, (email) => email).split('\n'), null, 2)],
])('reads a file with %s as %i addresses', async (_, verified, content) => {
  const { counts } = await inspect(Uint8Array.from(Buffer.from(content)));
  expect(counts).toMatchObject({ verified, malformed: 0 });
});

it('reads the addresses of contacts, not of their managers', async () => {
  const bytes = readBytes('H16-manager-sometimes.csv');
  const { addresses = [] } = await ingest(bytes, { column: 2 });
  expect(addresses.filter((address) => address.startsWith('boss'))).toEqual([]);
});

it('replaces a single malformed byte instead of changing the encoding', async () => {
  const { addresses = [] } = await ingest(readBytes('F15-one-bad-byte.csv'), {});
  expect(addresses.filter((address) => address.includes('müller.de'))).not.toEqual([]);
});
