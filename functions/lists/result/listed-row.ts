import type { ListedRow } from '../../../shared/contract/list-rows.ts';
import { statusForReason, type VerdictReason } from '../../../shared/model/verdict.ts';
import { computeExistenceRate, computeScore } from '../../checks/rules/score.ts';
import type { ResultRow } from './result-rows.ts';
import type { List } from '../rules/list.ts';
import { type VerifiedCorrection, verifiedAddressOf } from '../rules/result/result-format.ts';
import type { ResultIndex } from '../rules/result/result-index.ts';
import { decodeEvidence, decodeRowFlags, insertAddressIntoReply } from '../rules/row-facts.ts';

/** Stored facts about an address of a list. A missing text is the empty string. */
interface StoredRow {
  /** The row number from 0; null while the list is running. */
  readonly row: number | null;
  readonly email: string;
  /** The verified address; for bad syntax, the address as read from its cell. */
  readonly address: string;
  readonly reason: VerdictReason;
  /** Flag bits, which `hasFlag` tests. */
  readonly flags: number;
  readonly suggestion: string;
  readonly provider: string;
  readonly reply: string;
  readonly correction?: VerifiedCorrection | undefined;
}

export function createRowConverter(list: List): (stored: StoredRow) => ListedRow {
  const existenceRate = computeExistenceRate(list);
  return ({ row, email, address, reason, flags, suggestion, provider, reply, correction }) => ({
    row: row === null ? null : row + 1,
    email,
    address: reason === 'bad_syntax' ? '' : address,
    status: statusForReason(reason),
    reason,
    flags: decodeRowFlags(flags, reason),
    score: computeScore(reason, decodeEvidence(flags), existenceRate),
    ...(list.startDate !== null && { as_of: list.startDate }),
    ...(suggestion !== '' && { suggestion }),
    ...(provider !== '' && { provider }),
    ...(reply !== '' && { reply: insertAddressIntoReply(address, reply) }),
    ...(correction && { corrected: correction.address, corrected_status: correction.status }),
  });
}

/** @param replies server replies by number; may be empty if none of the rows has a reply */
export function createResultRowConverter(
  list: List,
  index: ResultIndex,
  replies: readonly string[],
): (found: ResultRow) => ListedRow {
  const toRow = createRowConverter(list);
  return (found) => {
    const { row, cells, suggestion, correction, records, recordIndex } = found;
    return toRow({
      row,
      email: cells[index.column] ?? '',
      address: verifiedAddressOf(found, index.column),
      reason: index.reasons[(records.reasons[recordIndex] ?? 0) - 1] ?? 'bad_syntax',
      flags: records.flags[recordIndex] ?? 0,
      suggestion,
      provider: index.providers[records.providers[recordIndex] ?? 0] ?? '',
      reply: replies[records.replies[recordIndex] ?? 0] ?? '',
      correction,
    });
  };
}
