import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { addressOfCell } from '../../../shared/list-file/address-cell.ts';
import { readRows } from '../../../shared/list-file/rows.ts';
import { readAddress } from '../../../packages/verifier/src/address/read-address.ts';
import { generateResultPieces } from '../rules/result/result-pieces.ts';
import { createBreakdownBuilder } from '../rules/breakdown.ts';
import { createVerdictTable } from '../rules/result/verdict-table.ts';
import { parseAddressLines, formatVerdictLines } from '../rules/work-lines.ts';
import { serializeAddresses } from '../rules/plan-tasks.ts';
import { HEAD_BYTES } from '../../../shared/list-file/detect-dialect.ts';
import { type FileHints, readAddressFile } from './read-file.ts';
import { createAddressIndex } from '../../../shared/list-file/address-index.ts';
import { createListScanner } from '../../../shared/list-file/scan.ts';

/**
 * Reads a file as ingest does and writes its result as finalize does. All addresses with valid
 * syntax get a `deliverable` verdict.
 */
async function roundTrip(content: Uint8Array, column = 0, hints: FileHints = {}) {
  const pieces = async function* () {
    for (let at = 0; at < content.length; at += 11) yield content.subarray(at, at + 11);
  };
  let storedRows: Uint8Array[] = [];
  const { manifest, index } = await readAddressFile(
    {
      head: content.subarray(0, HEAD_BYTES),
      read: pieces,
      async storeRows(chunks) {
        storedRows = [];
        for await (const chunk of chunks) storedRows.push(Uint8Array.from(chunk));
      },
    },
    { column: column + 1, ...hints },
  );
  const table = createVerdictTable(manifest.total);
  const lines = Buffer.concat([...serializeAddresses(index)]).toString();
  const addresses = parseAddressLines(lines);
  table.addPart(
    formatVerdictLines(
      addresses.map(({ ordinal, address }) => ({
        ordinal,
        status: 'deliverable',
        reason: 'accepted',
        suggestion: `${address.toLowerCase()}?`,
      })),
    ),
  );
  // An odd chunk size splits numbers between chunks.
  const numbers = async function* () {
    const all = Buffer.concat(storedRows);
    for (let at = 0; at < all.length; at += 7) yield all.subarray(at, at + 7);
  };
  const result: Uint8Array[] = [];
  const shares = createBreakdownBuilder(manifest.domains);
  const rows = readRows(pieces(), manifest.reading);
  for await (const [name, bytes] of generateResultPieces(rows, numbers(), manifest, table, shares))
    if (name === 'all') result.push(bytes);
  const text = Buffer.concat(result).toString();
  const delimiter = manifest.reading.separator ?? ';';
  const written: string[][] = parse(text, { delimiter, bom: true, relax_column_count: true });
  return { manifest, addresses, written, text };
}

const summary = async (content: string, column?: number) =>
  (await roundTrip(Buffer.from(content), column)).manifest;

describe('readAddressFile', () => {
  it('counts addresses, duplicates, bad syntax and columns, ignoring blank rows', async () => {
    expect(
      await summary('Email;Nom\r\nA@x.fr;1\r\n\r\na@X.fr;2;3\r\nbad;4\r\nBAD;5\r\n;6\r\n'),
    ).toMatchObject({ header: true, columns: 3, total: 2, badSyntax: 1, duplicates: 2 });
  });

  it('reads a column whose first address follows a thousand empty cells', async () => {
    const rows = `${'x;\n'.repeat(1000)}x;a@x.fr\n`;
    expect(await summary(rows, 1)).toMatchObject({ total: 1, badSyntax: 0 });
  });

  it('detects a header by its names or the row below, across blank rows', async () => {
    expect((await summary('contact\n\na@x.fr\n')).header).toBe(true);
    expect((await summary('\n\nmail\na@x.fr\n')).header).toBe(true);
    expect((await summary('a@x.fr\nb@x.fr\n')).header).toBe(false);
    // Names of other columns also identify a header, even if the address column starts empty.
    expect(await summary('Mail;Home\na@x.fr;\nb@x.fr;c@x.fr\n', 1)).toMatchObject({
      header: true,
      total: 1,
    });
    expect((await summary('Jean;Mail\nPaul;x\na@x.fr;y\n')).header).toBe(true);
    expect((await summary('Jean;z@x.fr\nPaul;y@x.fr\na@x.fr;\n')).header).toBe(false);
    expect(await summary('nobody\nnothing\na@x.fr\n')).toMatchObject({ header: false, total: 3 });
  });

  it.each([
    ['email\n', 'no_address'],
    ['a\nb\nc\n', 'no_address'],
    ['Jean;a@x.fr\nPaul;b@x.fr\n', 'wrong_column'],
    ['\n \n;;\n', 'empty_file'],
    [`${'x\n'.repeat(1000)}a@x.fr\n`, 'no_address'],
  ])('rejects %j', async (content, fault) => {
    await expect(summary(content)).rejects.toMatchObject({ fault });
  });

  it.each([
    ['a@x.fr;Jean\nb@x.fr;Paul\n', 1, 'wrong_column'],
    ['a@x.fr;Jean\nb@x.fr;Paul\n', 7, 'wrong_column'],
    ['Mail;Nom;Vide\na@x.fr;1;\n', 2, 'wrong_column'],
    ['Nom;Vide\nx;\n', 1, 'no_address'],
    [';;;\n', 2, 'empty_file'],
  ])('rejects %j with the addresses in column %i', async (content, column, fault) => {
    await expect(summary(content, column)).rejects.toMatchObject({ fault });
  });

  it('reads the specified column, even if other columns have addresses', async () => {
    const content =
      'Work mail;Name;Home\na@x.fr;Jean;J@home.fr\nb@x.fr;Paul\nc@x.fr;Luc;j@home.fr\n';
    const { addresses, manifest, written } = await roundTrip(Buffer.from(content), 2);
    expect(addresses).toEqual([{ ordinal: 0, address: 'J@home.fr' }]);
    expect(manifest).toMatchObject({ header: true, columns: 3, total: 1, duplicates: 1 });
    expect(written.slice(1).map((row) => row.slice(2, 4))).toEqual([
      ['J@home.fr', 'deliverable'],
      ['', ''],
      ['j@home.fr', 'deliverable'],
    ]);
  });

  it('rejects more than the maximum number of rows, including blank rows', async () => {
    const rows = async function* () {
      for (let row = 0; row < 4; row += 1) yield row === 0 ? ['a@x.fr'] : [''];
    };
    const dialect = { separator: null, width: 1, quotes: 'checked' } as const;
    const read = async (maxRows: number) => {
      const scan = createListScanner(createAddressIndex(), dialect, { maxRows });
      for await (const _ of scan.ordinals(rows()));
    };
    await expect(read(4)).resolves.toBeUndefined();
    await expect(read(3)).rejects.toMatchObject({ fault: 'too_many_rows' });
  });

  it('accepts a first address far down the file, up to a limit', async () => {
    expect((await summary(`${'x\n'.repeat(998)}a@x.fr\n`)).total).toBe(2);
  });
});

describe('a result', () => {
  it("starts with the input's header, or with a generated one", async () => {
    const first = async (content: string) => (await roundTrip(Buffer.from(content))).written[0];
    const added = ['status', 'reason', 'suggestion', 'address'];
    expect(await first('Mail;Nom\na@x.fr;x\n')).toEqual(['Mail', 'Nom', ...added]);
    expect(await first('a@x.fr;x\n')).toEqual(['email', 'column_2', ...added]);
    expect((await roundTrip(Buffer.from('1;x;a@x.fr\n'), 2)).written[0]).toEqual(
      ['column_1', 'column_2', 'email'].concat(added),
    );
    expect(await first('sep=|\na@x.fr|x\n')).toEqual(['email', 'column_2', ...added]);
  });

  it('is not padded to the width of a single wide row', async () => {
    const content = `a@x.fr\n${'b@x.fr\n'.repeat(5000)}${';'.repeat(511)}\n`;
    const { text, written } = await roundTrip(Buffer.from(`sep=;\n${content}`));
    expect(text.length).toBeLessThan(10 * content.length);
    expect(written[1]?.slice(0, 2)).toEqual(['a@x.fr', 'deliverable']);
    expect(written.at(-1)).toHaveLength(512 + 4);
  });

  const address = fc
    .tuple(fc.nat(30), fc.constantFrom('x', 'y', 'z'), fc.boolean(), fc.boolean())
    .map(([local, domain, upper, good]) => {
      const text = good ? `u${local}@${domain}.fr` : `u${local}`;
      return upper ? text.toUpperCase() : text;
    });
  const cell = fc.string({ unit: fc.constantFrom(...'ab é@=+-;,|\t\n"\'0') });
  const filledRow = (width: number) =>
    fc
      .tuple(address, fc.array(cell, { minLength: width, maxLength: width }))
      .map(([first, rest]) => [first].concat(rest));
  const anyRow = (width: number) =>
    fc.oneof(
      { weight: 8, arbitrary: filledRow(width) },
      { weight: 1, arbitrary: fc.constant(['']) },
    );
  const rows = fc
    .integer({ min: 1, max: 4 })
    .chain((width) => fc.array(anyRow(width), { minLength: 1, maxLength: 30 }));

  /** Empty cells fill the gap if the row is too short. */
  const withAddressAt = (column: number, [first = '', ...rest]: readonly string[]): string[] => {
    const before = Array.from({ length: column }, (_, at) => rest[at] ?? '');
    return [...before, first, ...rest.slice(column)];
  };

  it('contains every row and cell of the input in order, with the verdict of its address', async () => {
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.constantFrom(';', ',', '\t', '|'),
        fc.constantFrom('\r\n', '\n', '\r'),
        fc.constantFrom<BufferEncoding>('utf8', 'utf16le', 'latin1'),
        fc.nat(3),
        async (generated, separator, end, encoding, column) => {
          const input = [['email', 'x'], ['first@x.fr', 'é'], ...generated].map((row) =>
            row.length === 1 ? row : withAddressAt(column, row),
          );
          const text = `sep=${separator}${end}${input
            .map((row) => (row.length === 1 ? '' : row.map(quoted).join(separator)))
            .join(end)}${end}`;
          const bom = encoding === 'utf16le' ? '\ufeff' : '';
          const { written, manifest } = await roundTrip(Buffer.from(bom + text, encoding), column, {
            strict: true,
          });
          expect(manifest.reading.quotes).toBe('trusted');
          expect(written).toHaveLength(input.length);
          for (const [at, row] of input.entries()) {
            const found = written[at] ?? [];
            // Ignore the apostrophes that guard formulas.
            for (const [index, original] of row.entries())
              expect(found[index]?.replaceAll("'", '')).toBe(original.replaceAll("'", ''));
            if (at === 0 || row.length === 1) continue;
            const own = addressOfCell(row[column] ?? '');
            const expected = readAddress(own)
              ? ['deliverable', 'accepted', `${own.toLowerCase()}?`, own]
              : ['undeliverable', 'bad_syntax', '', ''];
            expect(found.slice(-4).map((each) => each.replace(/^'(?=[=+@-])/, ''))).toEqual(
              expected,
            );
          }
        },
      ),
      { seed: 64, numRuns: 150 },
    );
  });
});
