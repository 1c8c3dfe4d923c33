import {
  KIND_BY_STATUS,
  statusForReason,
  type VerdictKind,
  type VerdictReason,
} from '../../../shared/model/verdict.ts';
import type { Report, ReportCounts } from './report.ts';
import { isHardBounce, type ReportRow } from './report-row.ts';

const MAX_CAUSES = 20;

interface Mailed {
  readonly list: Readonly<Record<VerdictKind, number>>;
  /** Number of addresses by reason and evidence. */
  readonly counts: ReadonlyMap<VerdictReason, Readonly<Record<number, number>>>;
}

/** Counts the rows of a report. Each row is a distinct address. */
export function countReportRows(
  rows: readonly ReportRow[],
  read: { readonly rows: number; readonly skipped: number },
  sent: Report['sent'],
  mailed: Mailed | undefined,
): ReportCounts {
  const dead = rows.filter(isHardBounce);
  return {
    ...read,
    addresses: rows.length,
    matched: rows.filter(({ verdict }) => verdict).length,
    subjects: countBy(rows, ({ subject }) => subject),
    reasons: countBy(rows, ({ reason }) => reason ?? undefined),
    rates: (mailed ? (sent?.categories ?? []) : []).map((status) => ({
      status,
      sent: mailed?.list[KIND_BY_STATUS[status]] ?? 0,
      bounced: dead.filter(({ verdict }) => verdict && statusForReason(verdict.reason) === status)
        .length,
    })),
    causes: Object.entries(countBy(rows, ({ cause }) => cause ?? undefined))
      .map(([cause, addresses = 0]) => ({ cause, addresses }))
      .toSorted((a, b) => b.addresses - a.addresses)
      .slice(0, MAX_CAUSES),
    refunds: countRefunds(rows),
    outcomes: outcomesOf(dead, sent, mailed),
  };
}

export const countRefunds = (rows: readonly ReportRow[]): ReportCounts['refunds'] =>
  countBy(rows, ({ refund }) => refund);

function outcomesOf(
  dead: readonly ReportRow[],
  sent: Report['sent'],
  mailed: Mailed | undefined,
): ReportCounts['outcomes'] {
  const bounced: Partial<Record<string, number>> = countBy(
    dead,
    ({ verdict }) => verdict && `${verdict.reason}#${verdict.evidence}`,
  );
  return Object.fromEntries(
    [...(mailed?.counts ?? [])]
      .filter(([reason]) => sent?.categories.includes(statusForReason(reason)))
      .flatMap(([reason, counts]) =>
        Object.entries(counts).map(
          ([evidence, addresses]) => [`${reason}#${evidence}`, addresses] as const,
        ),
      )
      .filter(([, addresses]) => addresses > 0)
      .map(([name, addresses]) => [name, { sent: addresses, bounced: bounced[name] ?? 0 }]),
  );
}

function countBy<T, Name extends string>(
  items: readonly T[],
  nameOf: (item: T) => Name | undefined,
): Partial<Record<Name, number>> {
  const counts: Partial<Record<Name, number>> = {};
  for (const item of items) {
    const name = nameOf(item);
    if (name !== undefined) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
