import { computeExistenceRate } from '../../checks/rules/score.ts';
import type { ListsDeps } from '../deps.ts';
import type { List } from '../rules/list.ts';
import { needsBounces, type RowQuery, type RowMatcher, createRowMatcher } from './row-matcher.ts';

/** Reads the owner's bounces only if the query needs them. */
export async function matcherForList(
  { bouncedAddresses }: Pick<ListsDeps, 'bouncedAddresses'>,
  list: List,
  query: RowQuery,
): Promise<RowMatcher> {
  const hasBounced = needsBounces(query)
    ? await bouncedAddresses.loadPredicate(list.userId)
    : undefined;
  return createRowMatcher(query, computeExistenceRate(list), hasBounced);
}
