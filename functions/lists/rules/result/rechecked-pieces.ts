import { VERDICT_REASONS, statusOf } from '../../../../shared/model/verdict.ts';
import { type ResultPiece, createEncoder } from './result-file.ts';
import { addressIn, resultLine, rowOfLine } from './result-format.ts';
import type { ResultIndex } from './result-index.ts';
import { numbersOf } from './result-pieces.ts';
import { byKind, createResultWriter } from './result-writer.ts';
import type { RowRecords } from './row-records.ts';
import type { BreakdownBuilder } from '../breakdown.ts';
import { domainHashOfCell } from '../domain-of-cell.ts';
import { type RequestedEdit, mailboxOf } from '../edits.ts';
import { hasBit, withMark } from '../row-facts.ts';
import type { Changes } from './changes.ts';
import type { TableVerdict, VerdictTable } from './verdict-table.ts';

/** A line of `all.csv` below the header, with its position in the records of its block. */
export interface ResultLine {
  readonly line: Buffer;
  readonly records: RowRecords;
  readonly place: number;
}

/** A whole result that a recheck builds on. */
export interface PreviousResult {
  readonly index: ResultIndex;
  readonly replies: readonly string[];
  /** The lines above the rows of `all`; the last one is the header. */
  readonly above: Uint8Array;
  readonly header: Uint8Array;
  readonly lines: AsyncIterable<ResultLine>;
}

/**
 * Merges the answers of a recheck into a former result, in one pass: rows whose address was asked
 * again get their new verdict, and every other line is unchanged, byte for byte. Records mark the
 * rows whose verdict changed. With `wanted` edits, rows of removed mailboxes are dropped, new rows
 * follow at the end, and the marks of the last check are kept. `ordinals` is the rows object of the
 * recheck, and `sheet` has its verdicts and the texts of the former result.
 */
export async function* recheckedPieces(
  { index, above, header, lines }: PreviousResult,
  ordinals: AsyncIterable<Uint8Array>,
  sheet: VerdictTable,
  breakdown: Pick<BreakdownBuilder, 'add' | 'providers'>,
  changes: Pick<Changes, 'append' | 'duplicates' | 'remove' | 'replace'>,
  wanted: ReadonlyMap<string, RequestedEdit> | undefined,
): AsyncGenerator<ResultPiece> {
  const { column, separator } = index;
  const shape = { separator, columns: 0 };
  const writer = createResultWriter(separator, column);
  const encode = createEncoder();
  const codes = index.reasons.map((reason) => VERDICT_REASONS.indexOf(reason));
  byKind((kind) => writer.addLine(kind, kind === 'all' ? above : header));

  const formerVerdict = (records: RowRecords, place: number): TableVerdict | undefined => {
    const number = (records.reasons[place] ?? 0) - 1;
    const reason = index.reasons[number];
    const flags = records.flags[place] ?? 0;
    return (
      reason && {
        status: statusOf(reason),
        reason,
        suggestion: '',
        address: '',
        code: codes[number] ?? 0,
        flags: wanted ? flags : withMark(flags, 'changed', false),
        provider: records.providers[place] ?? 0,
        reply: records.replies[place] ?? 0,
      }
    );
  };

  const numbers = eachOf(numbersOf(ordinals));
  const nextNumber = async (): Promise<number> => (await numbers.next()).value ?? 0;
  let seen = 0;
  const removed = new Set<string>();
  for await (const { line, records, place } of lines) {
    const number = await nextNumber();
    const former = formerVerdict(records, place);
    const hash = records.domains[place] ?? 0;
    if (wanted && former) {
      const address = addressIn(rowOfLine(line.toString()), column);
      const mailbox = mailboxOf(address);
      if (wanted.get(mailbox)?.adds === false) {
        if (removed.has(mailbox)) {
          changes.duplicates.removed += 1;
        } else {
          removed.add(mailbox);
          breakdown.add(address, hash, former, -1);
          changes.remove(former);
        }
        continue;
      }
    }
    if (number === 0 || !former) {
      writer.addRow(line, former, hash);
    } else {
      const row = rowOfLine(line.toString());
      const address = addressIn(row, column);
      const answer = sheet.at(number - 1, address);
      const marked = withMark(answer.flags, 'changed', answer.status !== former.status);
      const flags = withMark(marked, 'repeated', hasBit(former.flags, 'repeated'));
      const verdict = { ...answer, flags };
      writer.addRow(encode(resultLine(row.cells, verdict, shape)), verdict, hash);
      if (number > seen) {
        seen = number;
        breakdown.add(address, hash, former, -1);
        breakdown.add(address, hash, verdict);
        changes.replace(former, verdict);
      }
    }
    if (writer.isFull()) yield* writer.take();
  }
  const width = rowOfLine(Buffer.from(header).toString()).cells.length;
  for (const { address } of wanted?.values() ?? []) {
    const number = await nextNumber();
    if (number === 0) continue;
    const verdict = sheet.at(number - 1, address);
    const cells = Array.from({ length: Math.max(width, column + 1) }, () => '');
    cells[column] = address;
    const hash = verdict.reason === 'bad_syntax' ? 0 : domainHashOfCell(address);
    writer.addRow(encode(resultLine(cells, verdict, shape)), verdict, hash);
    breakdown.add(address, hash, verdict);
    changes.append();
    if (writer.isFull()) yield* writer.take();
  }
  yield* writer.end(sheet, breakdown.providers(sheet.providers));
}

async function* eachOf(batches: AsyncIterable<Uint32Array>): AsyncGenerator<number, undefined> {
  for await (const batch of batches) yield* batch;
}
