import { AppError } from '../../../shared/contract/errors.ts';
import type { ListDetail } from '../../../shared/contract/list-detail.ts';
import type { Language } from '../../../shared/model/account.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import { SAMPLE_LIST_ID } from '../../../shared/model/sample-list.ts';
import { estimateCompletionTime } from '../rules/eta.ts';
import { toRecheckRow, toListRow } from '../rules/list-row.ts';
import { awaitsCredits, creditsNeeded, type List } from '../rules/list.ts';
import type { ListsDeps } from '../deps.ts';
import { describeWatch } from '../watch/watch-list.ts';
import { readWithRecheck } from '../recheck/read-with-recheck.ts';
import { describeMisread } from '../result/misread.ts';
import { describeSample } from '../result/sample-list.ts';
import { VERDICT_REASONS } from '../../../shared/model/verdict.ts';
import {
  type VerdictEvidence,
  computeExistenceRate,
  computeScore,
} from '../../checks/rules/score.ts';

const EVIDENCE_LEVELS: readonly VerdictEvidence[] = [0, 1, 2];

/**
 * Returns the number of distinct addresses of a list per score, highest score first. Lists count
 * evidence only for addresses at catch-all domains. The scores of all other addresses ignore
 * evidence, which would not change their tens digit. Empty if the list has no counts by evidence.
 */
export function countByScore({ reasons, shares }: Pick<List, 'reasons' | 'shares'>) {
  if (!shares?.catchAll) return [];
  const counts = new Map<number, number>();
  const add = (score: number, count = 0): void => {
    if (count > 0) counts.set(score, (counts.get(score) ?? 0) + count);
  };
  for (const reason of VERDICT_REASONS)
    if (reason !== 'catch_all') add(computeScore(reason, 0), reasons[reason]);
  const existenceRate = computeExistenceRate({ reasons });
  for (const evidence of EVIDENCE_LEVELS)
    add(computeScore('catch_all', evidence, existenceRate), shares.catchAll[evidence]);
  return [...counts]
    .map(([score, count]) => ({ score, count }))
    .toSorted((a, b) => b.score - a.score);
}

export { toListRow, toRecheckRow } from '../rules/list-row.ts';

type Deps = Pick<ListsDeps, 'lists' | 'clock' | 'limits'>;

/** @throws {AppError} `not_found`, also for a list of another user */
export async function describeList(
  deps: Deps,
  userId: string,
  listId: string,
  language: Language,
): Promise<ListDetail> {
  if (listId === SAMPLE_LIST_ID) return describeSample(language);
  const list = await deps.lists.get(userId, listId);
  if (!list) throw new AppError('not_found');
  return loadListDetail(deps, list);
}

/** `credits_reserved` is the part of the reservation neither charged nor released yet. */
export async function loadListDetail(deps: Deps, found: List): Promise<ListDetail> {
  const { lists, clock } = deps;
  const { list, recheck } = await readWithRecheck({ lists }, found);
  const eta = estimateCompletionTime(list, clock.now());
  const isCounted = list.status > LIST_STATUS.initialization;
  return {
    ...toListRow(list),
    credits_charged: list.charged,
    credits_reserved: list.endDate === null ? list.reserved - list.charged : 0,
    credits_needed: isCounted ? creditsNeeded(list) - (awaitsCredits(list) ? list.reserved : 0) : 0,
    reasons: list.reasons,
    domains: list.shares?.domains ?? [],
    providers: list.shares?.providers ?? [],
    scores: countByScore(list),
    suggested: list.shares?.suggested ?? 0,
    corrected: list.shares?.corrected ?? 0,
    ...(list.source && { connection: { id: list.source.id, service: list.source.service } }),
    ...(list.lost !== undefined && { lost: list.lost }),
    ...(list.several !== undefined && { several: list.several }),
    ...(list.suggestedColumn !== undefined && { suggested_column: list.suggestedColumn }),
    ...(list.suggestedSeparator && { suggested_separator: list.suggestedSeparator }),
    eta: eta === undefined ? null : new Date(eta).toISOString(),
    ...(recheck && { recheck: toRecheckRow(recheck, clock.now()) }),
    ...(await describeWatch({ lists }, list)),
    ...(await describeMisread(deps, list)),
  };
}
