import fc from 'fast-check';
import { expect, it } from 'vitest';
import { expectResultParts } from '../../../../tests/support/result-files.ts';
import { addressOfCell } from '../../../../shared/list-file/address-cell.ts';
import type { Separator } from '../../../../shared/list-file/separator.ts';
import { MAX_LINE_LENGTH } from '../../../../shared/model/upload-limits.ts';
import { REASONS_BY_STATUS, VERDICT_STATUSES } from '../../../../shared/model/verdict.ts';
import {
  BLANK_ROW,
  RESULT_BOM,
  formatHeaderLine,
  formatResultLine,
  resultSeparatorFor,
} from './result-format.ts';
import { generateResultPieces } from './result-pieces.ts';
import { createBreakdownBuilder } from '../breakdown.ts';
import { createVerdictTable } from './verdict-table.ts';
import { formatVerdictLines } from '../work-lines.ts';

type Status = (typeof VERDICT_STATUSES)[number];
interface Source {
  /** Number of blank rows above the header. */
  readonly above?: number;
  readonly header?: readonly string[];
  /** The cells and status of each row; a row without a status has no address. */
  readonly rows: readonly (readonly [cells: readonly string[], status?: Status])[];
  readonly separator: Separator;
  readonly columns: number;
}

/** Writes the objects of a result as finalize does. */
async function writeResult({ above = 0, header, rows, separator, columns }: Source) {
  const verdicts = rows.flatMap(([, status]) => (status ? [status] : []));
  const table = createVerdictTable(verdicts.length);
  table.addPart(
    formatVerdictLines(
      verdicts.map((status, ordinal) => ({
        ordinal,
        status,
        reason: REASONS_BY_STATUS[status][0],
      })),
    ),
  );
  let ordinal = 0;
  const numbers = rows.map(([, status]) => (status ? (ordinal += 1) : 0));
  const skipped = Array.from({ length: above + (header ? 1 : 0) }, () => 0);
  const manifest = {
    reading: { encoding: 'utf-8', separator, quotes: 'trusted', width: 1, skip: 0, column: 0 },
    header: header !== undefined,
    columns,
  } as const;
  const pieces = generateResultPieces(
    (async function* () {
      for (let row = 0; row < above; row += 1) yield [''];
      if (header) yield header;
      for (const [cells] of rows) yield cells;
    })(),
    (async function* () {
      yield new Uint8Array(Uint32Array.from([...skipped, ...numbers]).buffer);
    })(),
    manifest,
    table,
    createBreakdownBuilder([]),
  );
  const objects = new Map<string, Buffer[]>();
  for await (const [name, bytes] of pieces) {
    const object = name === 'index' ? 'index.json' : `${name}.csv`;
    const chunks = objects.get(object) ?? [];
    objects.set(object, chunks);
    chunks.push(Buffer.from(bytes));
  }
  return (name: string) => Buffer.concat(objects.get(name) ?? []);
}

const verdictOf = (status: Status, cell = '') => {
  const reason = REASONS_BY_STATUS[status][0];
  const address = reason === 'bad_syntax' ? '' : addressOfCell(cell);
  return { status, reason, suggestion: '', address };
};

const linesOf = ({ rows, separator, columns }: Source): string[] =>
  rows.map(([cells, status]) =>
    cells.length === 1 && cells[0] === ''
      ? BLANK_ROW
      : formatResultLine(cells, status && verdictOf(status, cells[0]), {
          separator: resultSeparatorFor({ separator }),
          columns,
        }),
  );

it('copies rows with any cells unchanged to the file of their verdict', async () => {
  // The result doubles quotes, so this row becomes longer than an uploaded row may be.
  const longCell = '"'.repeat(MAX_LINE_LENGTH / 2 + 1);
  const oddCells = [
    '',
    ' ',
    '"',
    '""',
    ';',
    'a"b',
    '=1+1',
    '+33@a.fr',
    "'",
    'x\r\ny',
    'é@b.fr',
    '😀',
  ];
  const cell = fc.oneof(
    { arbitrary: fc.constant(longCell), weight: 1 },
    { arbitrary: fc.constantFrom(...oddCells), weight: 8 },
    { arbitrary: fc.string(), weight: 8 },
  );
  const row = fc.tuple(
    fc.array(cell, { minLength: 1, maxLength: 4 }),
    fc.constantFrom(undefined, ...VERDICT_STATUSES),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 8 }),
      fc.constantFrom<Separator>(';', ',', '\t', '|', null),
      async (generated, separator) => {
        const rows = generated.map(
          ([cells, status]) => [cells, cells.join('') === '' ? undefined : status] as const,
        );
        const source: Source = { rows, separator, columns: 2 };
        const shape = { separator: resultSeparatorFor({ separator }), columns: 2 };
        const start = RESULT_BOM + formatHeaderLine(undefined, shape);
        const bytesOf = await writeResult(source);
        expect(() => expectResultParts(bytesOf, start, linesOf(source))).not.toThrow();
      },
    ),
    { seed: 20241010, numRuns: 60 },
  );
});

it('indexes the offset of every thousandth row in each file', async () => {
  const statuses = [...VERDICT_STATUSES, 'deliverable', undefined] as const;
  const rows = Array.from(
    { length: 9001 },
    (_, at) => [[`é${at}@a.fr`], statuses[at % 6]] as const,
  );
  const source: Source = { header: ['Courriel'], rows, separator: ';', columns: 1 };
  const bytesOf = await writeResult(source);
  const header = formatHeaderLine(['Courriel'], { separator: ';', columns: 1 });
  expectResultParts(bytesOf, RESULT_BOM + header, linesOf(source));
  const index = JSON.parse(bytesOf('index.json').toString()) as { files: { valid: object } };
  expect(index.files.valid).toMatchObject({ rows: 3001, offsets: { length: 4 } });
});

it('omits blank rows above and below the header from the files by verdict', async () => {
  const blanks = Array.from({ length: 300_000 }, () => [['']] as const);
  const rows = [...blanks, [['a@b.fr'], 'risky'] as const];
  const above = 300_000;
  const source: Source = { above, header: ['mail'], rows, separator: null, columns: 1 };
  const header = formatHeaderLine(['mail'], { separator: ';', columns: 1 });
  const start = RESULT_BOM + BLANK_ROW.repeat(above) + header;
  const bytesOf = await writeResult(source);
  expect(() => expectResultParts(bytesOf, start, linesOf(source))).not.toThrow();
});
