import { recordAdjustment, computeReplaceableCredits } from '../billing/record-adjustment.ts';
import { hash } from 'node:crypto';
import { createGrantEntry } from '../credits/rules/ledger.ts';
import { CREDITS_PER_EMAIL } from '../../shared/model/credits.ts';
import type { VerdictClaim } from './rules/claim.ts';
import type { BouncesDeps } from './deps.ts';
import type { Report } from './rules/report.ts';
import type { ReportRow } from './rules/report-row.ts';

export type RefundDeps = Pick<BouncesDeps, 'adjustments' | 'claims' | 'clock' | 'ledger' | 'lists'>;

export interface PendingRefund {
  readonly row: ReportRow;
  readonly claim: VerdictClaim;
}

/** A refund takes two writes, and a transaction allows at most a hundred. */
const REFUNDS_PER_TRANSACTION = 40;

/**
 * Refunds the credits of wrong verdicts. Together with an administrator's replacements, a list
 * never gets back more than it was charged; the remaining verdicts count as already refunded. Each
 * credit has a separate ledger entry, written in one transaction with the end of its claim, so that
 * no verdict is refunded twice.
 */
export async function refundVerdicts(
  deps: RefundDeps,
  report: Report,
  confirmed: readonly PendingRefund[],
): Promise<void> {
  for (const [source, pending] of Map.groupBy(confirmed, refundSourceOf)) {
    const charge = await findCharge(deps, report, pending);
    const left = charge
      ? computeReplaceableCredits(charge, (await deps.adjustments.read(report.userId)).all)
      : pending.length;
    for (const { claim } of pending.slice(Math.max(0, left)))
      await deps.claims.end(report.userId, claim, 'already_refunded');
    const refunded = pending.slice(0, Math.max(0, left));
    for (let start = 0; start < refunded.length; start += REFUNDS_PER_TRANSACTION)
      await refundTogether(
        deps,
        report,
        source,
        refunded.slice(start, start + REFUNDS_PER_TRANSACTION),
      );
  }
}

const refundSourceOf = ({ row: { verdict } }: PendingRefund): string =>
  verdict?.listId ?? verdict?.checkId ?? '';

/** Returns a list's charge; undefined for a single check, whose claim allows only one credit. */
const findCharge = async (
  { lists }: RefundDeps,
  { userId }: Report,
  [first]: readonly PendingRefund[],
) => {
  const listId = first?.row.verdict?.listId;
  if (listId === undefined) return undefined;
  return (await lists.get(userId, listId)) ?? { listId, charged: 0 };
};

async function refundTogether(
  deps: RefundDeps,
  report: Report,
  source: string,
  refunded: readonly PendingRefund[],
): Promise<void> {
  const { userId, reportId } = report;
  const why = `bounce report ${reportId}`;
  const entries = refunded.map(({ claim: { verdictId } }) =>
    createGrantEntry(`replacement:${source}:bounce-${verdictId}`, CREDITS_PER_EMAIL, why),
  );
  const [first] = refunded;
  const listId = first?.row.verdict?.listId;
  const credits = entries.length * CREDITS_PER_EMAIL;
  const id = hash('sha256', entries.map((entry) => entry.id).join('\n'), 'base64url');
  await recordAdjustment(
    deps,
    { id, userId, kind: 'replacement', credits, by: 'bounces', reason: why, listId },
    {
      async check(others) {
        const charge = await findCharge(deps, report, refunded);
        if (charge && credits > computeReplaceableCredits(charge, others))
          throw new Error(`refunds of ${reportId} conflict`);
      },
      write: (writes) =>
        deps.ledger.transact(userId, entries, [
          ...writes,
          ...refunded.map(({ claim }) => deps.claims.endWrite(userId, claim, 'refunded')),
        ]),
    },
  );
}
