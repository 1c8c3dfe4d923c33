import { describe, expect, it } from 'vitest';
import { MAX_LINE_LENGTH } from '../model/upload-limits.ts';
import { HEAD_BYTES, type DialectHints, withDialect } from './detect-dialect.ts';
import { createHostileText, findSlowLength } from '../../tests/support/growth.ts';
import { FileError } from './file-error.ts';
import { createRowParser } from './row-parser.ts';
import { type Dialect, readRows } from './rows.ts';

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

interface ReadResult {
  rows: (readonly string[])[];
  reading: Dialect;
}

/** Reads a whole file like ingest, which retries with another encoding if the first was wrong. */
async function read(
  content: string | Uint8Array,
  pieceSize = 7,
  hints: DialectHints = {},
): Promise<ReadResult> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const head = bytes.subarray(0, HEAD_BYTES);
  return withDialect(head, hints, async (reading) => {
    const rows: (readonly string[])[] = [];
    for await (const row of readRows(inChunks(bytes, pieceSize), reading)) rows.push(row);
    return { rows, reading };
  });
}

const rowsOf = async (content: string | Uint8Array) => (await read(content)).rows;
const readFault = (content: string | Uint8Array, pieceSize?: number) =>
  read(content, pieceSize).then(
    ({ rows }) => rows,
    (error: unknown) => (error instanceof FileError ? error.fault : error),
  );
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('encoding', () => {
  const text = 'é@b.fr;Zoé\r\nc@d.fr;Noël\r\n';
  const rows = [
    ['é@b.fr', 'Zoé'],
    ['c@d.fr', 'Noël'],
  ];
  it.each([
    ['UTF-8', Buffer.from(text), 'utf-8'],
    ['UTF-8 with a BOM', Buffer.from(`\ufeff${text}`), 'utf-8'],
    ['UTF-16 LE with a BOM', Buffer.from(`\ufeff${text}`, 'utf16le'), 'utf-16le'],
    ['UTF-16 BE with a BOM', utf16be(`\ufeff${text}`), 'utf-16be'],
    ['UTF-16 LE without a BOM', Buffer.from(text, 'utf16le'), 'utf-16le'],
    ['UTF-16 BE without a BOM', utf16be(text), 'utf-16be'],
    ['Windows-1252', Buffer.from(text, 'latin1'), 'windows-1252'],
  ])('%s', async (_, bytes, encoding) => {
    for (const size of [1, 5, 1000]) {
      const { rows: found, reading } = await read(bytes, size);
      expect(found).toEqual(rows);
      expect(reading.encoding).toBe(encoding);
    }
  });

  it('is detected again if the first malformed UTF-8 byte comes late', async () => {
    const lines = 'a@b.fr;x\n'.repeat(20_000);
    const { rows: found, reading } = await read(
      Buffer.concat([Buffer.from(lines), Buffer.from('c@d.fr;\x80 100 é\n', 'latin1')]),
      40_000,
    );
    expect(reading.encoding).toBe('windows-1252');
    expect(found.at(-1)).toEqual(['c@d.fr', '€ 100 é']);
    expect(found).toHaveLength(20_001);
  });

  it('removes a UTF-8 byte order mark from a Windows-1252 file', async () => {
    const bytes = Buffer.concat([Buffer.from('\ufeffa@b.fr\n'), Buffer.from([0xe9, 0x0a])]);
    expect(await rowsOf(bytes)).toEqual([['a@b.fr'], ['é']]);
  });

  it('is detected correctly if the sample ends within a character', async () => {
    const text64k = `${'a'.repeat(40)}@b.fr;${'é'.repeat(20)}\n`.repeat(1000);
    for (const shift of ['', 'x'])
      expect((await read(shift + text64k, 50_000)).reading.encoding).toBe('utf-8');
  });
});

describe('separators and lines', () => {
  it.each([
    ['a@b.fr;1\nc@d.fr;2', ';'],
    ['a@b.fr,1\nc@d.fr,2', ','],
    ['a@b.fr\t1\nc@d.fr\t2', '\t'],
    ['a@b.fr|1\nc@d.fr|2', '|'],
    ['a@b.fr;1,5\nc@d.fr;2,5\ne@f.fr;3', ';'],
    ['a@b.fr;"x, y, z"\nc@d.fr;"u, ""v, w"', ';'],
    ['a@b.fr\nc@d.fr', null],
    ['a@b.fr\nc@d.fr\ne@f.fr, g@h.fr', null],
    ['sep=|\r\na@b.fr|1;2;3;4\r\nc@d.fr|', '|'],
  ])('%j has the separator %j', async (content, separator) => {
    expect((await read(content)).reading.separator).toBe(separator);
  });

  it('drops a first line sep=', async () => {
    expect(await rowsOf('sep=;\r\na@b.fr;1,2\r\n')).toEqual([['a@b.fr', '1,2']]);
  });

  it('keeps blank rows, and accepts CRLF, LF and CR in one file', async () => {
    expect(await rowsOf('a@b.fr;1\r\n\r\nc@d.fr;2\ne@f.fr;3\rg@h.fr;4')).toEqual([
      ['a@b.fr', '1'],
      [''],
      ['c@d.fr', '2'],
      ['e@f.fr', '3'],
      ['g@h.fr', '4'],
    ]);
  });

  it('parses quotes as in RFC 4180, and keeps quotes in the middle of a cell', async () => {
    expect(await rowsOf('a@b.fr;"x;""y""\r\nz";5" disc\r\n"c@d.fr";;\r\n')).toEqual([
      ['a@b.fr', 'x;"y"\r\nz', '5" disc'],
      ['c@d.fr', '', ''],
    ]);
  });
});

describe('unclosed quotes', () => {
  it.each([
    ['to the end of the file', 'a@b.fr;"Jean\nc@d.fr;Paul\ne@f.fr;Luc\n'],
    ['before a quoted cell of a later row', 'a@b.fr;"Jean\nc@d.fr;"Paul"\ne@f.fr;Luc\n'],
    ['in the first column', '"a@b.fr;Jean\nc@d.fr;Paul\n"e@f.fr;Luc\n'],
    ['in the first column, closed by chance', '"a@b.fr\nc@d.fr\ne@f.fr"\n'],
    ['for longer than the maximum line', `a@b.fr;"Jean\n${'c@d.fr;Paul\n'.repeat(9000)}`],
  ])('%s swallow no row', async (_, content) => {
    const { rows } = await read(content, 10_000);
    expect(rows).toHaveLength(content.trimEnd().split('\n').length);
  });

  it.each([
    ['in the address column', '1;"a@b.fr;Jean\n2;c@d.fr;Paul\n3;"e@f.fr;Luc\n'],
    ['in the address column, closed by chance', '1;"a@b.fr\n2;c@d.fr\n3;e@f.fr"\n'],
    ['before the address column', '"1;a@b.fr;x\n2;c@d.fr;y\n"3;e@f.fr;z\n'],
  ])('%s swallow no row, if that is not the first column', async (_, content) => {
    const { rows } = await read(content, 10_000);
    expect(rows).toHaveLength(3);
  });

  it('are not assumed if lines with addresses do not look like rows', async () => {
    const notes = '"x@y.fr\nz@y.fr";1;a@b.fr\n"";2;c@d.fr\n';
    expect((await read(notes, 10_000)).rows).toEqual([
      ['x@y.fr\nz@y.fr', '1', 'a@b.fr'],
      ['', '2', 'c@d.fr'],
    ]);
  });

  it('do not affect closed quotes or quotes inside a cell', async () => {
    const content = 'a@b.fr;"x;y";5" disc\nc@d.fr;"z";3" disc\n';
    const { rows } = await read(content);
    expect(rows).toEqual([
      ['a@b.fr', 'x;y', '5" disc'],
      ['c@d.fr', 'z', '3" disc'],
    ]);
  });

  it('are not assumed for a cell with several lines', async () => {
    const content = 'a@b.fr;"""Hello"" he said,\nthen left"\nc@d.fr;"see\nx@y.fr"\n';
    expect(await rowsOf(content)).toEqual([
      ['a@b.fr', '"Hello" he said,\nthen left'],
      ['c@d.fr', 'see\nx@y.fr'],
    ]);
  });
});

describe('a hostile file', () => {
  it.each(['a@b.fr","\n', '"a@b.fr\n', 'a@b.fr,"\n', '"a","b@c.fr\n'])(
    'full of %j takes linear time',
    (pump) => {
      const parse = (text: string): number => {
        const rowsIn = createRowParser({ separator: ',', quotes: 'checked', width: 2 });
        let rows = 0;
        for (let at = 0; at < text.length; at += 32_768)
          rows += [...rowsIn(text.slice(at, at + 32_768), false)].length;
        return rows + [...rowsIn('', true)].length;
      };
      expect(
        findSlowLength(parse, (length) => createHostileText(4 * length, pump)),
      ).toBeUndefined();
    },
  );
});

describe('a file that is not a list', () => {
  it.each([
    ['a PDF', Buffer.from('%PDF-1.7')],
    ['a PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a])],
    ['gzip', Buffer.from([0x1f, 0x8b, 8, 0])],
    ['a program', Buffer.from('4d5a90000300000004000000ffff0000b8000000', 'hex')],
    ['text with many NULs', Buffer.from('a\0b\0\0c\0d\0\0@b.fr\n')],
    ['noise', Buffer.from('a\u0001b\u0002c\u0003@d.fr')],
  ])('%s is not text', async (_, bytes) => {
    expect(await readFault(bytes)).toBe('not_text');
  });

  it.each([
    ['a zip file such as .xlsx', Buffer.from('PK\u0003\u0004rest')],
    ['an empty zip', Buffer.from('PK\u0005\u0006rest')],
    ['Excel 97', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ])('%s is a spreadsheet', async (_, bytes) => {
    expect(await readFault(bytes)).toBe('spreadsheet_file');
  });

  it.each([
    ['a stray NUL', 'a@b.fr\nc@\0d.fr\n'],
    ['NULs that pad a cell', '\0\0a@b.fr\nc@d.fr\0\n'],
    ['NULs that pad the file', `a@b.fr\nc@d.fr\n${'\0'.repeat(500)}`],
    ['the EOF character of DOS', 'a@b.fr\r\nc@d.fr\r\n\u001a'],
  ])('omits %s', async (_, content) => {
    expect(await rowsOf(content)).toEqual([['a@b.fr'], ['c@d.fr']]);
  });

  it.each([
    ['a vCard', 'BEGIN:VCARD\r\nVERSION:3.0\r\nEMAIL:a@b.fr\r\nEND:VCARD\r\n'],
    ['LDIF', 'version: 1\n\ndn: cn=Zoe,dc=b\nmail: a@b.fr\n'],
    ['LDIF without a version', 'dn: cn=Zoe,dc=b\nmail: a@b.fr\n'],
    ['HTML', '<!DOCTYPE html><table><tr><td>a@b.fr</td></tr></table>'],
    ['XML', '<?xml version="1.0"?><x>a@b.fr</x>'],
    ['a JSON array of objects', '[\n  {"email": "a@b.fr"}\n]'],
  ])('rejects %s as another format', async (_, content) => {
    expect(await readFault(content)).toBe('other_format');
  });

  it('rejects an empty file, and accepts an address that starts with MZ', async () => {
    expect(await readFault('')).toBe('empty_file');
    expect(await readFault('MZ@b.fr\n')).toEqual([['MZ@b.fr']]);
  });

  it('rejects lines longer than 64 Ki characters', async () => {
    const cell = 'x'.repeat(MAX_LINE_LENGTH - 7);
    expect(await readFault(`a@b.fr;${cell}\n`, 30_000)).toEqual([['a@b.fr', cell]]);
    expect(await readFault(`a@b.fr;${cell}x\n`, 30_000)).toBe('line_too_long');
    expect(await readFault(`a@b.fr;${'x'.repeat(200_000)}`, 300_000)).toBe('line_too_long');
    expect(await readFault(`a@b.fr\n${';'.repeat(1_000_000)}`, 65_536)).toBe('line_too_long');
  });
});
