import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FileError } from '../../../../../../shared/list-file/file-error.ts';
import {
  createInMemoryFile,
  readAddressFile,
} from '../../../../../../functions/lists/upload/read-file.ts';
import { type InspectionFinding, inspectFile } from './inspect-file.ts';

async function inspect(
  content: string | Uint8Array<ArrayBuffer>,
  column?: number,
): Promise<InspectionFinding> {
  const findings: InspectionFinding[] = [];
  await inspectFile({ file: new Blob([content]), column }, (finding) => findings.push(finding));
  return Object.assign({}, ...findings) as InspectionFinding;
}

async function ingest(content: string | Uint8Array, at: number) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  try {
    const { manifest } = await readAddressFile(createInMemoryFile(bytes), { column: at + 1 });
    const { total, duplicates, badSyntax: malformed } = manifest;
    return { counts: { verified: total - malformed, duplicates, malformed } };
  } catch (error) {
    if (error instanceof FileError) return { fault: error.fault };
    throw error;
  }
}

const latin = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
const utf16 = (text: string) => Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le'));

const SAMPLE = new URL('../../../../../../localstack/samples/customers.csv', import.meta.url);

it.each([
  ['the sample', readFileSync(SAMPLE, 'utf8')],
  ['a mark', '\ufeffemail;name\na@b.fr;Zoé\nA@B.FR;Luc\n'],
  ['UTF-16', utf16('email\tname\r\na@b.fr\tZoé\r\nbad\tx\r\n')],
  ['Windows-1252', latin('e-mail;prénom\na@b.fr;Zoé\né@b.fr;Noël\n')],
  ['bars and CR', 'a@b.fr|1\rc@d.fr|2\r\ra@b.fr|3\r'],
  ['broken quotes', 'a@b.fr;"Jean\nc@d.fr;Paul\ne@f.fr;Luc\n'],
  ['names and mailto', 'Zoe <a@b.fr>\nmailto:a@b.fr?x=y\n"c@d.fr"\n<<e@f.fr\n'],
  ['domains beyond ASCII', 'a@münchen.de\na@xn--mnchen-3ya.de\na@xn--zz--.de\na@א1.com\n'],
  ['rows without an address', 'a@b.fr;1\n;2\n \n;\nc@d.fr;4'],
  ['only a header', 'email\n'],
  ['blank rows alone', '\n\r\n  \n'],
  ['no address', 'name;town\nZoe;Paris\n'],
  ['a program', 'a@b.fr\0'],
  ['a long line', `a@b.fr;${'x'.repeat(70_000)}\n`],
])('%s: returns the same counts and fault as the service', async (_, content) => {
  const expected = await ingest(content, 0);
  const found = await inspect(content);
  expect(found).toMatchObject(expected);
  expect('fault' in found).toBe('fault' in expected);
});

const TWO = 'work;name;home\na@b.fr;Zoe;A@home.fr\nc@d.fr;Luc;\n;Eve;a@home.fr\n';

it.each([
  ['the second of two columns', TWO, 2],
  ['a column without addresses', TWO, 1],
  ['a column that does not exist', TWO, 9],
  ['a column with broken quotes', '1;"a@b.fr;Jean\n2;c@d.fr;Paul\n3;"e@f.fr;Luc\n', 1],
])('reads a chosen column as the service does: %s', async (_, content, column) => {
  expect(await inspect(content, column)).toMatchObject(await ingest(content, column));
});

it.each([
  ['the first column, as specified', 'a@b.fr;1\n', 0],
  ['the first of several columns with addresses', TWO, 0],
  ['the column with addresses', 'id;name;email\n1;Zoe;a@b.fr\n2;Luc;c@d.fr\n', 2],
  ['the column with the most addresses', 'a@b.fr;1;a@b.fr\nx;2;c@d.fr\ny;3;e@f.fr\n', 2],
  ['no column of handles', 'id;handle;email\n1;@zoe;a@b.fr\n2;@luc;c@d.fr\n', 2],
  ['the first column if there are no addresses', 'name;town\nZoe;Paris\n', 0],
])('proposes %s', async (_, content, proposed) => {
  const { preview, counts } = await inspect(content);
  expect(preview).toMatchObject({ proposed });
  expect(counts).toEqual((await inspect(content, proposed)).counts);
});

it('counts every row exactly once, however odd the file', async () => {
  const kinds = ['verified', 'malformed', 'without', 'blank'] as const;
  const row = fc.record({
    kind: fc.constantFrom(...kinds, 'verified'),
    number: fc.nat(12),
    style: fc.nat(3),
    blank: fc.constantFrom('', ' ', ';', ';;\t'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 40 }),
      fc.constantFrom('\r\n', '\n', '\r'),
      fc.boolean(),
      fc.nat(2),
      async (drawn, end, header, column) => {
        const expected = {
          rows: 1 + drawn.length + (header ? 1 : 0),
          header: header ? 1 : 0,
          blank: 0,
          without: 0,
          duplicates: 0,
          malformed: 0,
          verified: 1,
        };
        const line = (cell: string): string => [...'ab'].toSpliced(column, 0, cell).join(';');
        const lines = [...(header ? [line('E-mail')] : []), line('first@b.fr')];
        const seen = new Set<string>();
        for (const { kind, number, style, blank } of drawn) {
          const address = kind === 'malformed' ? `u${number}` : `u${number}@b.fr`;
          const spelled = [address, address.toUpperCase(), `"${address}"`, `Zoe <${address}>`];
          if (kind === 'blank') lines.push(blank);
          else if (kind === 'without') lines.push(line(style > 1 ? '' : ' '));
          else lines.push(line(spelled[style % (kind === 'malformed' ? 3 : 4)] ?? ''));
          if (kind === 'blank' || kind === 'without') expected[kind] += 1;
          else expected[seen.has(address) ? 'duplicates' : kind] += 1;
          if (kind === 'verified' || kind === 'malformed') seen.add(address);
        }
        const { counts } = await inspect(lines.map((each) => each + end).join(''), column);
        expect(counts).toEqual(expected);
        const { rows, ...figures } = expected;
        expect(Object.values(figures).reduce((sum, each) => sum + each)).toBe(rows);
      },
    ),
    { seed: 26, numRuns: 200 },
  );
});

it('accounts for every row of odd files', async () => {
  const content = 'email;n\n\na@b.fr;1\nA@b.fr;2\n;3\n;;\nbad;4\nBAD;5\n';
  expect((await inspect(content)).counts).toEqual({
    rows: 8,
    header: 1,
    blank: 2,
    without: 1,
    duplicates: 2,
    malformed: 1,
    verified: 1,
  });
});

it('reports the first rows and how they were parsed', async () => {
  const rows = Array.from({ length: 3000 }, (_, row) => `u${row % 2500}@b.fr,${'x'.repeat(120)}`);
  const { preview, counts, share } = await inspect(`Email,Note\n${rows.join('\n')}`);
  expect(preview).toMatchObject({
    encoding: 'utf-8',
    separator: ',',
    header: true,
    columns: 2,
    addresses: [999, 0],
    proposed: 0,
  });
  expect(preview?.rows.slice(0, 2)).toEqual([
    ['Email', 'Note'],
    ['u0@b.fr', 'x'.repeat(100)],
  ]);
  expect(counts).toMatchObject({ rows: 3001, verified: 2500, duplicates: 500 });
  expect(share).toBe(1);
});

it('reports the contents of a short file even if it would be rejected', async () => {
  expect((await inspect('a@b.fr')).preview).toMatchObject({
    encoding: 'utf-8',
    separator: null,
    header: false,
    rows: [['a@b.fr']],
  });
  const refused = await inspect('id;x;email\n1;@;a@b.fr\n2;;c@d.fr\n', 0);
  expect(refused).toMatchObject({ fault: 'wrong_column', preview: { proposed: 2 } });
  expect(refused.preview?.rows).toHaveLength(3);
});

it('reports its progress while reading', async () => {
  const shares: number[] = [];
  const file = new Blob(Array.from({ length: 20 }, () => 'a@b.fr\n'.repeat(500)));
  await inspectFile({ file }, ({ share }) => {
    if (share !== undefined) shares.push(share);
  });
  expect(shares.length).toBeGreaterThan(2);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
});

it('numbers damaged rows by their position in the file, from 1', async () => {
  const damaged = (name: string) => `Doe, Jane,${name}@b.fr,ok`;
  const rows = Array.from({ length: 60 }, (_, at) => `Ada,a${at}@b.fr,ok`);
  const lines = ['name,email,status', '', damaged('one'), damaged('two'), ...rows, damaged('last')];
  const { unread } = await inspect(lines.join('\n'), 1);
  expect(unread).toMatchObject({ lost: 3, examples: [{ row: 3 }, { row: 4 }, { row: 65 }] });
});

it('shows addresses without the surrounding text if a file has nothing else', async () => {
  const { preview } = await inspect('"Doe, Jane" <a@b.fr>; "Doe, Luc" <c@d.fr>; <e@f.fr>');
  expect(preview).toMatchObject({ split: true, rows: [['a@b.fr'], ['c@d.fr'], ['e@f.fr']] });
});
