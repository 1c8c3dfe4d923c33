import { AppError } from '../../shared/contract/errors.ts';
import type { ListDetail, ListRow } from '../../shared/contract/lists.ts';
import { LIST_STATUS } from '../../shared/model/list-status.ts';
import { etaOf } from './rules/eta.ts';
import { type List, creditsNeeded } from './rules/list.ts';
import type { ListsDeps } from './deps.ts';

/** A list as the history table shows it. */
export const rowOf = (list: List): ListRow => ({
  id: list.listId,
  file_id: list.listId,
  file_name: list.name,
  source_name: list.sourceName,
  created_at: list.createdAt,
  start_date: list.startDate,
  end_date: list.endDate,
  total_email: list.total,
  processed: list.processed,
  valid: list.valid,
  invalid: list.invalid,
  risky: list.risky,
  unknown: list.unknown,
  duplicates: list.duplicates,
  status: list.status,
  reason: list.reason,
  expires_at: list.expiresAt,
});

/**
 * One list with its progress. Of what was reserved, `credits_reserved` is the part that is neither
 * charged nor given back yet.
 * @throws {AppError} `not_found`, for other users' lists too
 */
export async function describeList(
  { lists, clock }: Pick<ListsDeps, 'lists' | 'clock'>,
  userId: string,
  listId: string,
): Promise<ListDetail> {
  const list = await lists.get(userId, listId);
  if (!list) throw new AppError('not_found');
  const eta = etaOf(list, clock.now());
  const counted = list.status > LIST_STATUS.initialization;
  return {
    ...rowOf(list),
    credits_charged: list.charged,
    credits_reserved: list.endDate === null ? list.reserved - list.charged : 0,
    credits_needed: counted ? creditsNeeded(list) : 0,
    reasons: list.reasons,
    eta: eta === undefined ? null : new Date(eta).toISOString(),
  };
}
