import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FileError } from '../../../../../shared/list-file/file-error.ts';
import { HEAD_BYTES, readFile } from '../../../../../functions/lists/read-file.ts';
import { type Finding, inspectFile } from './inspect-file.ts';

async function inspect(content: string | Uint8Array<ArrayBuffer>): Promise<Finding> {
  const findings: Finding[] = [];
  await inspectFile(new Blob([content]), (finding) => findings.push(finding));
  return Object.assign({}, ...findings) as Finding;
}

/** What the service makes of the same file. */
async function ingest(content: string | Uint8Array) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const file = {
    head: bytes.subarray(0, HEAD_BYTES),
    async *read() {
      yield bytes;
    },
    async keepRows(rows: AsyncIterable<Uint8Array>) {
      for await (const _ of rows);
    },
  };
  try {
    const { manifest } = await readFile(file);
    const { total: distinct, duplicates, badSyntax: malformed } = manifest;
    return { counts: { distinct, duplicates, malformed } };
  } catch (error) {
    if (error instanceof FileError) return { fault: error.fault };
    throw error;
  }
}

const latin = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
const utf16 = (text: string) => Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le'));

const SAMPLE = new URL('../../../../../localstack/samples/customers.csv', import.meta.url);

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
  ['another column', 'name;email\nZoe;a@b.fr\nLuc;c@d.fr\n'],
  ['no address', 'name;town\nZoe;Paris\n'],
  ['a program', 'a@b.fr\0'],
  ['a long line', `a@b.fr;${'x'.repeat(70_000)}\n`],
])('%s: the counts and the refusal are those of the service', async (_, content) => {
  const expected = await ingest(content);
  const found = await inspect(content);
  expect(found).toMatchObject(expected);
  expect('fault' in found).toBe('fault' in expected);
});

it('shows the first rows, how they were read, and counts rows without the header', async () => {
  const rows = Array.from({ length: 3000 }, (_, row) => `u${row % 2500}@b.fr,${'x'.repeat(120)}`);
  const { preview, counts, share } = await inspect(`Email,Note\n${rows.join('\n')}`);
  expect(preview).toMatchObject({ encoding: 'utf-8', separator: ',', header: true });
  expect(preview?.rows.slice(0, 2)).toEqual([
    ['Email', 'Note'],
    ['u0@b.fr', 'x'.repeat(100)],
  ]);
  expect(counts).toEqual({ rows: 3000, distinct: 2500, duplicates: 500, malformed: 0 });
  expect(share).toBe(1);
});

it('shows what a short file has, also when it would be refused', async () => {
  expect((await inspect('a@b.fr')).preview).toEqual({
    encoding: 'utf-8',
    separator: null,
    header: false,
    rows: [['a@b.fr']],
  });
  const refused = await inspect('id;x;email\n1;@;a@b.fr\n2;;c@d.fr\n');
  expect(refused).toMatchObject({ fault: 'wrong_column', column: 3 });
  expect(refused.preview?.rows).toHaveLength(3);
});

it('tells how far it is while it reads', async () => {
  const shares: number[] = [];
  await inspectFile(
    new Blob(Array.from({ length: 20 }, () => 'a@b.fr\n'.repeat(500))),
    ({ share }) => {
      if (share !== undefined) shares.push(share);
    },
  );
  expect(shares.length).toBeGreaterThan(2);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
});
