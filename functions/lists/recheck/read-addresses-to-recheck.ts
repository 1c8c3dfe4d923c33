import { createAddressIndex } from '../../../shared/list-file/address-index.ts';
import { packUint32 } from '../../../shared/list-file/pack-uint32.ts';
import {
  type VerdictReason,
  type VerdictStatus,
  statusForReason,
} from '../../../shared/model/verdict.ts';
import type { ListsDeps } from '../deps.ts';
import { readResultLines } from '../result/read-result-lines.ts';
import { readResultIndex } from '../result/result-rows.ts';
import { compareContacts } from './contact-rows.ts';
import { addressesKey, manifestKey, rowOrdinalsKey } from '../rules/blob-keys.ts';
import { countKnownCorrections, encodeKnownStatus } from '../rules/known-corrections.ts';
import type { List } from '../rules/list.ts';
import { decodeRowFlags, hasFlag } from '../rules/row-facts.ts';
import { mailboxKeyOf } from '../rules/mailbox-key.ts';
import { isReasonDue } from '../rules/due-reasons.ts';
import { serializeManifest } from '../rules/manifest.ts';
import { serializeAddresses, planTasks } from '../rules/plan-tasks.ts';
import { verifiedAddressOf, parseResultLine } from '../rules/result/result-format.ts';
import { hasCorrections, type ResultIndex } from '../rules/result/result-index.ts';
import { recordCounts } from '../rules/transitions.ts';

/**
 * Returns the statuses other than `unknown` that a result already contains for suggested addresses,
 * by mailbox. A suggested address may be the address of another row, or another row's verified
 * correction. Reads the result twice, so that only suggestions are in memory.
 */
async function readKnownStatuses(
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

/**
 * Reads from a result the addresses that a recheck verifies, as `readUpload` does from a file:
 * unknown addresses, due addresses of a watched list, or suggested corrections without a verdict.
 * Writes a rows object with one number per row of the result: the ordinal of the address to verify
 * + 1, a number for the status of a known correction, or 0 if the row is not rechecked. If contacts
 * of the list's source were read, one number per contact follows, which is 0 unless the contact is
 * new.
 * @returns the recheck with its counts, or undefined if another run has stored them
 */
export async function readAddressesToRecheck(
  { blobs, clock, ids, lists }: Pick<ListsDeps, 'blobs' | 'clock' | 'ids' | 'lists'>,
  recheck: List,
  recheckOf: NonNullable<List['recheckOf']>,
): Promise<List | undefined> {
  const { result: resultId, span, corrections, contacts } = recheckOf;
  const run = { listId: recheck.listId, readRun: ids.token(6) };
  const index = await readResultIndex(blobs, resultId);
  const { column } = index;
  const mustRecheck = (reason: VerdictReason, flags: number): boolean => {
    if (corrections) return hasFlag(flags, 'suggested') && !hasFlag(flags, 'corrected');
    return span
      ? isReasonDue(reason, decodeRowFlags(flags, reason).free, span)
      : statusForReason(reason) === 'unknown';
  };
  const knownStatuses: ReadonlyMap<string, VerdictStatus> = corrections
    ? await readKnownStatuses(blobs, resultId, index)
    : new Map();
  const known = new Map<string, VerdictStatus>();
  const compared = contacts && (await compareContacts(blobs, recheck.listId, contacts));
  const addresses = createAddressIndex();
  let rows = 0;
  async function* numbers(): AsyncGenerator<number> {
    for await (const { line, records, recordIndex } of readResultLines(blobs, resultId, index)) {
      const reason = index.reasons[(records.reasons[recordIndex] ?? 0) - 1];
      const row = () => parseResultLine(line.toString(), hasCorrections(index));
      const isGone =
        reason !== undefined && compared?.has(verifiedAddressOf(row(), column)) === false;
      const isSelected =
        reason !== undefined && !isGone && mustRecheck(reason, records.flags[recordIndex] ?? 0);
      if (!isSelected) {
        yield 0;
        continue;
      }
      const address = corrections ? row().suggestion : verifiedAddressOf(row(), column);
      const status = corrections && knownStatuses.get(mailboxKeyOf(address));
      if (status) {
        known.set(mailboxKeyOf(address), status);
        yield encodeKnownStatus(status);
        continue;
      }
      rows += 1;
      yield addresses.add(address) + 1;
    }
    for await (const address of compared?.newAddresses() ?? []) {
      if (address !== undefined) rows += 1;
      yield address === undefined ? 0 : addresses.add(address) + 1;
    }
  }
  await blobs.write(rowOrdinalsKey(run), packUint32(numbers()));
  await blobs.write(addressesKey(run), serializeAddresses(addresses));
  const { size: total, badSyntax } = addresses;
  const counts = { total, badSyntax, duplicates: rows - total };
  const tasks = planTasks(addresses);
  const manifest = { version: 1, ...counts, tasks } as const;
  await blobs.put(manifestKey(run), serializeManifest(manifest));
  const counted = {
    ...counts,
    ...(known.size > 0 && {
      recheckOf: { ...recheckOf, known: countKnownCorrections(known.values()) },
    }),
  };
  return lists.update(recheck, recordCounts(recheck, run.readRun, counted, clock.now()));
}
