import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { createInMemoryFile, readAddressFile } from '../../functions/lists/upload/read-file.ts';
import { readBounceFile } from '../../shared/bounces/read-bounce-file.ts';
import { readWorkbook } from '../../web/src/lib/file/read-workbook.ts';
import { randomFrom } from '../support/random.ts';

/**
 * Row 53 of docs/operators/faults.md: no file costs much more processor time per byte than others.
 */

const SEED = 75;
const MAX_RATIO = 10;
/** Enough for tens of milliseconds, because some kernels count processor time in ticks of four. */
const FILE_LENGTH = 300_000;
const TRIES = 4;
const GENERATED_SHAPES = 16;

type Shapes = Readonly<Record<string, string>>;

const random = randomFrom(SEED);
const choose = <Choice>(choices: readonly Choice[]): Choice => {
  const chosen = choices[Math.floor(random() * choices.length)];
  if (chosen === undefined) throw new Error('nothing to choose from');
  return chosen;
};

/** Repeats rows to the length of a file. */
const fill = (row: string, head = '', end = ''): string =>
  head + row.repeat(Math.ceil(FILE_LENGTH / row.length)) + end;

/** Adds files whose rows repeat a few random tokens, from a few times up to the length of a row. */
function withGenerated(
  shapes: Shapes,
  tokens: readonly string[],
  fileOf: (pumped: string) => string,
): Shapes {
  const generated: Record<string, string> = {};
  for (let shape = 0; shape < GENERATED_SHAPES; shape += 1) {
    const pump = Array.from({ length: 1 + Math.floor(random() * 4) }, () => choose(tokens)).join(
      '',
    );
    const length = choose([1, 30, 700, 5000, 20_000]);
    generated[`${JSON.stringify(pump)} × ${length}`] = fileOf(pump.repeat(length));
  }
  return { ...shapes, ...generated };
}

const ROWS = 'email,name,c\n' + 'a@b.fr,x,y\n'.repeat(50);
const row = (cells: string): string => fill(`${cells},x@y.fr\n`, ROWS);
const TABLES = withGenerated(
  {
    normal: Array.from(
      { length: 8000 },
      (_, at) => `user${at}@d${at % 977}.example,"N ${at}",P\n`,
    ).join(''),
    'unclosed quotes': row('"a,'.repeat(700)),
    'quotes closed inside a cell': row('"a"b,'.repeat(12_000)),
    'escaped quotes': row(String.raw`"a\"b,`.repeat(700)),
    'quotes over lines': fill(`${'"a,\n'.repeat(30)}"a@b.fr\n`, ROWS),
    'quoted lines': fill(`a@b.fr,"${'x\n'.repeat(500)}",y\n`, ROWS),
    'doubled quotes': fill(`a@b.fr,"${'""'.repeat(9000)}\n`, ROWS),
    'many columns': row('a,'.repeat(12_000)),
    'addresses in a cell': fill(`${'a@b.fr '.repeat(3000)},x\n`, ROWS),
    'entities in a cell': row('&#64;'.repeat(200)),
    'brackets in a cell': row('<'.repeat(1000)),
    'at signs in a cell': row('@'.repeat(1000)),
    'blank rows': fill('\n', ROWS),
    'short rows': fill('a@b.fr\n', 'email\n'),
  },
  ['"', '""', '"a"b', '\\"', ',', ',', ';', '\n', '<', '>', '(', '@', 'a@b.fr', '&#64;', ' ', 'a'],
  (pumped) => fill(`x@y.fr,${pumped},z\n`, ROWS),
);

const mail = (parts: string, headers = ''): string =>
  `From: MAILER-DAEMON@a.fr\nTo: b@a.fr\nSubject: Undelivered Mail\n${headers}\n${parts}`;
const mixed = 'Content-Type: multipart/mixed; boundary=b\n';
const MAILS = withGenerated(
  {
    normal: fill(
      `From a@b.fr Mon Jan  1 10:00:00 2026\n${mail(
        'x\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; a\n\nFinal-Recipient: rfc822; x@y.fr\nAction: failed\nStatus: 5.1.1\n\n--b--\n',
        'Content-Type: multipart/report; report-type=delivery-status; boundary=b\n',
      )}`,
    ),
    headers: mail('x\n', fill('X-A: b\n')),
    'folded headers': mail('x\n', `X-A: b\n${fill(' c\n')}`),
    'a long header': mail('x\n', `X-A: ${fill('=?utf-8?q?a?= ')}\n`),
    'recipients in a header': mail('x\n', `Cc: ${fill('"a" <a@b.fr>, ')}\n`),
    'brackets in a header': mail('x\n', `Cc: ${fill('<')}\n`),
    parts: mail(fill('--b\n\nx\n'), mixed),
    'nested parts': mail(
      Array.from(
        { length: 9000 },
        (_, at) => `--b${at}\nContent-Type: multipart/mixed; boundary=b${at + 1}\n\n`,
      ).join(''),
      'Content-Type: multipart/mixed; boundary=b0\n',
    ),
    'lines that look like a boundary': mail(fill('--\n'), mixed),
    'HTML with entities': mail(fill('&lt;p&#64;'), 'Content-Type: text/html\n'),
    'HTML with brackets': mail(fill('<'), 'Content-Type: text/html\n'),
    'quoted-printable': mail(fill('=3D=\n'), 'Content-Transfer-Encoding: quoted-printable\n'),
    'recipients in the text': mail(fill('<a@b.fr>: 550 5.1.1 no\n')),
    'separators of an mbox': fill('From a@b.fr Mon Jan  1 10:00:00 2026\n'),
    'small messages': fill(`From a@b.fr Mon Jan  1 10:00:00 2026\n${mail('<a@b.fr>: 550 no\n')}`),
  },
  [
    '<',
    '>',
    '(',
    '"',
    ':',
    '@',
    'a@b.fr',
    '550 ',
    '\n',
    '\n\n',
    ' ',
    '--b\n',
    '=3D',
    '&amp;',
    '=?utf-8?q?a?=',
  ],
  (pumped) => mail(fill(`${pumped}\n`), choose(['', mixed, 'Content-Type: text/html\n'])),
);

const EVENT = '{"email":"a@b.fr","event":"bounce","reason":"550 5.1.1 no such user"}';
const nest = (open: string, close: string, depth: number): string =>
  open.repeat(depth) + EVENT + close.repeat(depth);
const fields = (count: number): string =>
  Array.from({ length: count }, (_, at) => `"f${at}":"v"`).join(',');
const array = (item: string): string => `[${EVENT},${fill(`${item},`)}${EVENT}]`;
const JSONS = withGenerated(
  {
    normal: array(EVENT),
    lines: fill(`${EVENT}\n`),
    'nested arrays': nest('[', ']', FILE_LENGTH / 2),
    'nested objects': nest('{"a":', '}', FILE_LENGTH / 6),
    'nested lines': fill(`${nest('{"a":[', ']}', 20)}\n`),
    'many fields': array(`{"email":"a@b.fr",${fields(1000)}}`),
    'lists in events': array(`{${fields(100)},"to":[${'{"email":"a@b.fr"},'.repeat(20)}{}]}`),
    'an event in a string': array(`{"m":${JSON.stringify(EVENT)}}`),
    'empty arrays': array(`[${'[],'.repeat(30)}[]]`),
    'broken lines': fill('{"a":\n', `${EVENT}\n`),
  },
  ['{"a":1},', '[],', '{},', '"a",', '[{"email":"a@b.fr"}],', '[[[1]]],', '{"b":["a@b.fr"]},'],
  (pumped) => array(`{"email":"a@b.fr","l":[${pumped}1]}`),
);

const sheet = (rows: string): Uint8Array => {
  const parts = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    'xl/workbook.xml':
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
  };
  const encoder = new TextEncoder();
  return zipSync(
    Object.fromEntries(Object.entries(parts).map(([path, part]) => [path, encoder.encode(part)])),
  );
};
const cell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const ADDRESS_ROW = `<row>${cell('a@b.fr')}${cell('x')}</row>`;
const WORKBOOKS = withGenerated(
  {
    normal: fill(ADDRESS_ROW),
    'many columns': fill(`<row>${cell('a').repeat(10_000)}</row>`, ADDRESS_ROW),
    'empty rows': fill('<row/>', ADDRESS_ROW),
    entities: fill(`<row>${cell('&amp;'.repeat(3000))}</row>`, ADDRESS_ROW),
    'character references': fill(`<row>${cell('&#64;'.repeat(3000))}</row>`, ADDRESS_ROW),
    quotes: fill(`<row>${cell('"'.repeat(3000))}</row>`, ADDRESS_ROW),
    formulas: fill('<row><c><f>A1</f></c></row>', '<row/>'),
    'unclosed elements': fill('<row><c><is><t>', ADDRESS_ROW),
    comments: fill('<!-- a -->', ADDRESS_ROW),
    attributes: fill(`<row ${'a="b" '.repeat(300)}/>`, ADDRESS_ROW),
    spaces: fill(`<row>${' '.repeat(3000)}</row>`, ADDRESS_ROW),
  },
  ['&amp;', '&#64;', '"', ' ', 'a', '@', 'a@b.fr', '_x0040_', '&lt;', ';', '\n'],
  (pumped) => fill(`<row>${cell('x@y.fr')}${cell(pumped)}</row>`, ADDRESS_ROW),
);

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const readBounces = (name: string) => (file: Uint8Array) => readBounceFile({ name, bytes: file });

describe.each([
  ['a list', TABLES, encode, (file: Uint8Array) => readAddressFile(createInMemoryFile(file))],
  ['a table of bounces', TABLES, encode, readBounces('b.csv')],
  ['delivery reports', MAILS, encode, readBounces('b.mbox')],
  ['events as JSON', JSONS, encode, readBounces('b.txt')],
  [
    'a workbook',
    WORKBOOKS,
    sheet,
    (file: Uint8Array) =>
      readWorkbook(
        new File([Uint8Array.from(file)], 'l.xlsx'),
        undefined,
        () => 0,
        () => {},
      ),
  ],
] as const)('reading %s', (_, shapes, write, read) => {
  /** Processor time of this thread in microseconds per byte, without waiting for other load. */
  async function measure(text: string): Promise<number> {
    const file = write(text);
    const start = process.threadCpuUsage();
    await Promise.resolve(read(file)).catch(() => undefined);
    const { user, system } = process.threadCpuUsage(start);
    return (user + system) / text.length;
  }

  it(`costs at most ${MAX_RATIO} times as much for any shape of file (seed ${SEED})`, async () => {
    await measure(shapes['normal'] ?? '');
    const costs = new Map<string, number>();
    for (const [name, text] of Object.entries(shapes)) costs.set(name, await measure(text));
    const sorted = [...costs.values()].toSorted((a, b) => a - b);
    // Files that are refused early lower the median, but never below the cost of a normal file.
    const median = Math.max(sorted[Math.floor(sorted.length / 2)] ?? 0, costs.get('normal') ?? 0);
    const slow: string[] = [];
    for (const [name, text] of Object.entries(shapes)) {
      let best = costs.get(name) ?? 0;
      for (let attempt = 1; attempt < TRIES && best > MAX_RATIO * median; attempt += 1)
        best = Math.min(best, await measure(text));
      if (best > MAX_RATIO * median) slow.push(`${name}: ${(best / median).toFixed(1)} times`);
    }
    expect(slow).toEqual([]);
  });
});
