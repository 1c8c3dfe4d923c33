import { type VerdictStatus, statusForReason } from '../../../shared/model/verdict.ts';
import type { ListsDeps } from '../deps.ts';
import { mailboxKeyOf } from '../rules/mailbox-key.ts';
import { verifiedAddressOf, parseResultLine } from '../rules/result/result-format.ts';
import { type ResultIndex, hasCorrections } from '../rules/result/result-index.ts';
import { hasFlag } from '../rules/row-facts.ts';
import { readResultLines } from './result-lines.ts';

/**
 * Returns the statuses other than `unknown` that a result already contains for suggested addresses,
 * by mailbox. A suggested address may be the address of another row, or another row's verified
 * correction. Reads the result twice, so that only suggestions are in memory.
 */
export async function readKnownStatuses(
  blobs: Pick<ListsDeps['blobs'], 'read'>,
  resultId: string,
  index: ResultIndex,
): Promise<ReadonlyMap<string, VerdictStatus>> {
  const wanted = new Set<string>();
  for await (const { line, records, recordIndex } of readResultLines(blobs, resultId, index))
    if (hasFlag(records.flags[recordIndex] ?? 0, 'suggested'))
      wanted.add(mailboxKeyOf(parseResultLine(line.toString(), hasCorrections(index)).suggestion));
  const statuses = new Map<string, VerdictStatus>();
  const add = (address: string, status: VerdictStatus): void => {
    const mailbox = mailboxKeyOf(address);
    if (status !== 'unknown' && wanted.has(mailbox)) statuses.set(mailbox, status);
  };
  for await (const { line, records, recordIndex } of readResultLines(blobs, resultId, index)) {
    const reason = index.reasons[(records.reasons[recordIndex] ?? 0) - 1];
    if (!reason) continue;
    const row = parseResultLine(line.toString(), hasCorrections(index));
    if (row.correction) add(row.correction.address, row.correction.status);
    add(verifiedAddressOf(row, index.column), statusForReason(reason));
  }
  return statuses;
}
