import { addressOfCell } from '../../../../shared/list-file/address-cell.ts';
import { VERDICT_REASONS, statusForReason } from '../../../../shared/model/verdict.ts';
import { type ResultPiece, createLineEncoder } from './result-file.ts';
import {
  verifiedAddressOf,
  appendCorrectionCells,
  appendCorrectionColumnNames,
  removeEmptyCorrectionCells,
  formatResultLine,
  parseResultLine,
} from './result-format.ts';
import { type ResultIndex, hasCorrections } from './result-index.ts';
import { readUint32s } from './result-pieces.ts';
import { mapResultKinds, createResultWriter } from './result-writer.ts';
import type { RowRecords } from './row-records.ts';
import type { BreakdownBuilder } from '../breakdown.ts';
import { hashDomainOfCell } from '../domain-of-cell.ts';
import { decodeKnownStatus } from '../known-corrections.ts';
import { hasFlag, withFlag } from '../row-facts.ts';
import type { ChangeCounter } from './changes.ts';
import type { TableVerdict, VerdictTable } from './verdict-table.ts';

/** A line of `all.csv` below the header, with the index of its record in the block. */
export interface ResultLine {
  readonly line: Buffer;
  readonly records: RowRecords;
  readonly recordIndex: number;
}

export interface PreviousResult {
  readonly index: ResultIndex;
  readonly replies: readonly string[];
  /** The lines above the rows of `all`; the last line is the header. */
  readonly preamble: Uint8Array;
  readonly header: Uint8Array;
  readonly lines: AsyncIterable<ResultLine>;
}

/**
 * Merges the verdicts of a recheck into the previous result, in one pass: rows whose address was
 * rechecked get their new verdict, and all other lines are copied byte for byte. Records flag the
 * rows whose status changed. With `checksCorrections`, lines get the verdicts of their corrections
 * in two more cells, and rows keep the `changed` flags of the previous recheck. Rows of new
 * contacts are appended, with the columns of the result.
 * @param ordinals the rows object of the recheck
 * @param table the verdicts of the recheck, and the provider ids and replies of the previous result
 */
export async function* mergeRecheck(
  { index, preamble, header, lines }: PreviousResult,
  ordinals: AsyncIterable<Uint8Array>,
  table: VerdictTable,
  breakdown: Pick<BreakdownBuilder, 'add' | 'providers'>,
  changes: Pick<ChangeCounter, 'append' | 'replace'>,
  checksCorrections = false,
  contacts?: AsyncIterable<readonly string[]>,
): AsyncGenerator<ResultPiece> {
  const { column, separator } = index;
  const shape = { separator, columns: 0 };
  const wasCorrected = hasCorrections(index);
  const isCorrected = wasCorrected || checksCorrections;
  const addsCells = isCorrected && !wasCorrected;
  const writer = createResultWriter(separator, column, isCorrected);
  const encode = createLineEncoder();
  const codes = index.reasons.map((reason) => VERDICT_REASONS.indexOf(reason));
  const names = parseResultLine(Buffer.from(header).toString(), wasCorrected).cells;
  mapResultKinds((kind) => {
    const head = kind === 'all' ? preamble : header;
    writer.addLine(kind, addsCells ? appendCorrectionColumnNames(head, separator, names) : head);
  });

  const previousVerdict = (records: RowRecords, recordIndex: number): TableVerdict | undefined => {
    const number = (records.reasons[recordIndex] ?? 0) - 1;
    const reason = index.reasons[number];
    const flags = records.flags[recordIndex] ?? 0;
    return (
      reason && {
        status: statusForReason(reason),
        reason,
        suggestion: '',
        address: '',
        code: codes[number] ?? 0,
        flags: checksCorrections ? flags : withFlag(flags, 'changed', false),
        provider: records.providers[recordIndex] ?? 0,
        reply: records.replies[recordIndex] ?? 0,
      }
    );
  };

  const numbers = flatten(readUint32s(ordinals));
  const nextNumber = async (): Promise<number> => (await numbers.next()).value ?? 0;
  let countedUpTo = 0;
  for await (const { line, records, recordIndex } of lines) {
    const number = await nextNumber();
    const previous = previousVerdict(records, recordIndex);
    const hash = records.domains[recordIndex] ?? 0;
    if (number === 0 || !previous) {
      writer.addRow(addsCells ? appendCorrectionCells(line, separator) : line, previous, hash);
    } else if (checksCorrections) {
      const row = parseResultLine(line.toString(), wasCorrected);
      const status = decodeKnownStatus(number) ?? table.at(number - 1, row.suggestion).status;
      const plainLine = wasCorrected ? removeEmptyCorrectionCells(line, separator) : line;
      const correction = { address: row.suggestion, status };
      const verdict = { ...previous, flags: withFlag(previous.flags, 'corrected', true) };
      writer.addRow(appendCorrectionCells(plainLine, separator, correction), verdict, hash);
      if (!hasFlag(previous.flags, 'repeated')) {
        const address = verifiedAddressOf(row, column);
        breakdown.add(address, hash, previous, -1);
        breakdown.add(address, hash, verdict);
      }
    } else {
      const row = parseResultLine(line.toString(), wasCorrected);
      const address = verifiedAddressOf(row, column);
      const answer = table.at(number - 1, address);
      const marked = withFlag(answer.flags, 'changed', answer.status !== previous.status);
      const correction = row.correction?.address === answer.suggestion ? row.correction : undefined;
      const corrected = withFlag(marked, 'corrected', correction !== undefined);
      const flags = withFlag(corrected, 'repeated', hasFlag(previous.flags, 'repeated'));
      const verdict = { ...answer, flags };
      const newLine = encode(formatResultLine(row.cells, verdict, shape));
      writer.addRow(
        isCorrected ? appendCorrectionCells(newLine, separator, correction) : newLine,
        verdict,
        hash,
      );
      if (number > countedUpTo) {
        countedUpTo = number;
        breakdown.add(address, hash, previous, -1);
        breakdown.add(address, hash, verdict);
        changes.replace(previous, verdict);
      }
    }
    if (writer.isFull()) yield* writer.take();
  }
  for await (const contact of contacts ?? []) {
    const number = await nextNumber();
    if (number === 0) continue;
    const address = addressOfCell(contact[column] ?? '');
    const verdict = table.at(number - 1, address);
    const cells = names.map((_, at) => contact[at] ?? '');
    const hash = verdict.reason === 'bad_syntax' ? 0 : hashDomainOfCell(address);
    const line = encode(formatResultLine(cells, verdict, shape));
    writer.addRow(isCorrected ? appendCorrectionCells(line, separator) : line, verdict, hash);
    breakdown.add(address, hash, verdict);
    changes.append();
    if (writer.isFull()) yield* writer.take();
  }
  yield* writer.end(table, breakdown.providers(table.providers));
}

async function* flatten(batches: AsyncIterable<Uint32Array>): AsyncGenerator<number, undefined> {
  for await (const batch of batches) yield* batch;
}
