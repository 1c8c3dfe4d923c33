import { VERDICT_REASONS, statusOf } from '../../../../shared/model/verdict.ts';
import { type ResultPiece, createEncoder } from './result-file.ts';
import { verifiedAddressOf, formatResultLine, parseResultLine } from './result-format.ts';
import type { ResultIndex } from './result-index.ts';
import { readUint32s } from './result-pieces.ts';
import { mapResultKinds, createResultWriter } from './result-writer.ts';
import type { RowRecords } from './row-records.ts';
import type { BreakdownBuilder } from '../breakdown.ts';
import { domainHashOfCell } from '../domain-of-cell.ts';
import { type RequestedEdit, mailboxKeyOf } from '../edits.ts';
import { hasFlag, withFlag } from '../row-facts.ts';
import type { Changes } from './changes.ts';
import type { TableVerdict, VerdictTable } from './verdict-table.ts';

/** A line of `all.csv` below the header, with the index of its record in the block. */
export interface ResultLine {
  readonly line: Buffer;
  readonly records: RowRecords;
  readonly recordIndex: number;
}

/** The result that a recheck updates. */
export interface PreviousResult {
  readonly index: ResultIndex;
  readonly replies: readonly string[];
  /** The lines above the rows of `all`; the last line is the header. */
  readonly preamble: Uint8Array;
  readonly header: Uint8Array;
  readonly lines: AsyncIterable<ResultLine>;
}

/**
 * Merges the answers of a recheck into the previous result, in one pass: rows whose address was
 * rechecked get their new verdict, and all other lines stay the same, byte for byte. Records flag
 * the rows whose verdict changed. With `edits`, rows of removed mailboxes are dropped, new rows are
 * appended, and the flags of the previous recheck are kept.
 * @param ordinals the rows object of the recheck
 * @param table the verdicts of the recheck, and the provider ids and replies of the previous result
 */
export async function* mergeRecheck(
  { index, preamble, header, lines }: PreviousResult,
  ordinals: AsyncIterable<Uint8Array>,
  table: VerdictTable,
  breakdown: Pick<BreakdownBuilder, 'add' | 'providers'>,
  changes: Pick<Changes, 'append' | 'duplicates' | 'remove' | 'replace'>,
  edits: ReadonlyMap<string, RequestedEdit> | undefined,
): AsyncGenerator<ResultPiece> {
  const { column, separator } = index;
  const shape = { separator, columns: 0 };
  const writer = createResultWriter(separator, column);
  const encode = createEncoder();
  const codes = index.reasons.map((reason) => VERDICT_REASONS.indexOf(reason));
  mapResultKinds((kind) => writer.addLine(kind, kind === 'all' ? preamble : header));

  const previousVerdict = (records: RowRecords, recordIndex: number): TableVerdict | undefined => {
    const number = (records.reasons[recordIndex] ?? 0) - 1;
    const reason = index.reasons[number];
    const flags = records.flags[recordIndex] ?? 0;
    return (
      reason && {
        status: statusOf(reason),
        reason,
        suggestion: '',
        address: '',
        code: codes[number] ?? 0,
        flags: edits ? flags : withFlag(flags, 'changed', false),
        provider: records.providers[recordIndex] ?? 0,
        reply: records.replies[recordIndex] ?? 0,
      }
    );
  };

  const numbers = flatten(readUint32s(ordinals));
  const nextNumber = async (): Promise<number> => (await numbers.next()).value ?? 0;
  let countedUpTo = 0;
  const removed = new Set<string>();
  for await (const { line, records, recordIndex } of lines) {
    const number = await nextNumber();
    const previous = previousVerdict(records, recordIndex);
    const hash = records.domains[recordIndex] ?? 0;
    if (edits && previous) {
      const address = verifiedAddressOf(parseResultLine(line.toString()), column);
      const mailbox = mailboxKeyOf(address);
      if (edits.get(mailbox)?.adds === false) {
        if (removed.has(mailbox)) {
          changes.duplicates.removed += 1;
        } else {
          removed.add(mailbox);
          breakdown.add(address, hash, previous, -1);
          changes.remove(previous);
        }
        continue;
      }
    }
    if (number === 0 || !previous) {
      writer.addRow(line, previous, hash);
    } else {
      const row = parseResultLine(line.toString());
      const address = verifiedAddressOf(row, column);
      const answer = table.at(number - 1, address);
      const marked = withFlag(answer.flags, 'changed', answer.status !== previous.status);
      const flags = withFlag(marked, 'repeated', hasFlag(previous.flags, 'repeated'));
      const verdict = { ...answer, flags };
      writer.addRow(encode(formatResultLine(row.cells, verdict, shape)), verdict, hash);
      if (number > countedUpTo) {
        countedUpTo = number;
        breakdown.add(address, hash, previous, -1);
        breakdown.add(address, hash, verdict);
        changes.replace(previous, verdict);
      }
    }
    if (writer.isFull()) yield* writer.take();
  }
  const width = parseResultLine(Buffer.from(header).toString()).cells.length;
  for (const { address } of edits?.values() ?? []) {
    const number = await nextNumber();
    if (number === 0) continue;
    const verdict = table.at(number - 1, address);
    const cells = Array.from({ length: Math.max(width, column + 1) }, () => '');
    cells[column] = address;
    const hash = verdict.reason === 'bad_syntax' ? 0 : domainHashOfCell(address);
    writer.addRow(encode(formatResultLine(cells, verdict, shape)), verdict, hash);
    breakdown.add(address, hash, verdict);
    changes.append();
    if (writer.isFull()) yield* writer.take();
  }
  yield* writer.end(table, breakdown.providers(table.providers));
}

async function* flatten(batches: AsyncIterable<Uint32Array>): AsyncGenerator<number, undefined> {
  for await (const batch of batches) yield* batch;
}
