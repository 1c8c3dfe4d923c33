import type { VerdictReason } from '../../../shared/model/verdict.ts';
import type { VerdictEvidence } from '../../checks/rules/score.ts';
import type { ListsDeps } from '../deps.ts';
import { hashDomainOfCell } from '../rules/domain-of-cell.ts';
import { mailboxKeyOf } from '../rules/mailbox-key.ts';
import { type List, resultIdOf } from '../rules/list.ts';
import { parseResultLine, verifiedAddressOf } from '../rules/result/result-format.ts';
import { hasCorrections } from '../rules/result/result-index.ts';
import { decodeEvidence, hasFlag } from '../rules/row-facts.ts';
import { readResultLines } from './read-result-lines.ts';
import { readResultIndex } from './result-rows.ts';

interface FoundVerdict {
  readonly reason: VerdictReason;
  readonly evidence: VerdictEvidence;
}

interface FoundVerdicts {
  /** Verdicts by mailbox key. */
  readonly verdicts: ReadonlyMap<string, FoundVerdict>;
  /** Number of distinct addresses of the list by reason and evidence. */
  readonly counts: ReadonlyMap<VerdictReason, Readonly<Record<VerdictEvidence, number>>>;
}

/**
 * Looks up mailboxes in the result of a finished list, in constant memory. Parses only the rows
 * whose domain is searched for.
 * @param mailboxes keys from `mailboxKeyOf`
 */
export async function findVerdicts(
  { blobs }: { readonly blobs: Pick<ListsDeps['blobs'], 'bytes' | 'read'> },
  list: List,
  mailboxes: ReadonlySet<string>,
): Promise<FoundVerdicts> {
  const resultId = resultIdOf(list);
  const index = await readResultIndex(blobs, resultId);
  const domains = new Set(Array.from(mailboxes, hashDomainOfCell));
  const verdicts = new Map<string, FoundVerdict>();
  const counts = new Map<VerdictReason, Record<VerdictEvidence, number>>();
  for await (const { line, records, recordIndex } of readResultLines(blobs, resultId, index)) {
    const reason = index.reasons[(records.reasons[recordIndex] ?? 0) - 1];
    const flags = records.flags[recordIndex] ?? 0;
    if (reason === undefined || hasFlag(flags, 'repeated')) continue;
    const evidence = decodeEvidence(flags);
    const count = counts.get(reason) ?? { 0: 0, 1: 0, 2: 0 };
    counts.set(reason, count);
    count[evidence] += 1;
    if (!domains.has(records.domains[recordIndex] ?? 0)) continue;
    const row = parseResultLine(line.toString(), hasCorrections(index));
    const mailbox = mailboxKeyOf(verifiedAddressOf(row, index.column));
    if (mailboxes.has(mailbox)) verdicts.set(mailbox, { reason, evidence });
  }
  return { verdicts, counts };
}
