import { AppError } from '../../../shared/contract/errors.ts';
import type { ListDetail } from '../../../shared/contract/list-detail.ts';
import type { Language } from '../../../shared/model/account.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import { SAMPLE_LIST_ID } from '../../../shared/model/sample-list.ts';
import { estimateCompletionTime } from '../rules/eta.ts';
import { toRecheckRow, toListRow } from '../rules/list-row.ts';
import { awaitsCredits, creditsNeeded, type List } from '../rules/list.ts';
import { countByScore } from './rules/count-by-score.ts';
import type { ListsDeps } from '../deps.ts';
import { describeWatch } from '../watch/watch-list.ts';
import { readWithRecheck } from '../recheck/read-with-recheck.ts';
import { describeSample } from '../result/sample-list.ts';

export { toListRow, toRecheckRow } from '../rules/list-row.ts';

type Deps = Pick<ListsDeps, 'lists' | 'clock'>;

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
export async function loadListDetail({ lists, clock }: Deps, found: List): Promise<ListDetail> {
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
    ...(list.lost !== undefined && { lost: list.lost }),
    ...(list.several !== undefined && { several: list.several }),
    ...(list.suggestedColumn !== undefined && { suggested_column: list.suggestedColumn }),
    eta: eta === undefined ? null : new Date(eta).toISOString(),
    ...(recheck && { recheck: toRecheckRow(recheck, clock.now()) }),
    ...(await describeWatch({ lists }, list)),
  };
}
