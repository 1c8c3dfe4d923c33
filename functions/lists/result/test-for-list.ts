import { existenceRateOf } from '../../checks/rules/score.ts';
import type { ListsDeps } from '../deps.ts';
import type { List } from '../rules/list.ts';
import { needsBounces, type RowQuery, type RowTest, rowTest } from './row-test.ts';

/** Returns the test of a query. Reads the owner's bounces only if the query needs them. */
export async function testForList(
  { bouncedAddresses }: Pick<ListsDeps, 'bouncedAddresses'>,
  list: List,
  query: RowQuery,
): Promise<RowTest> {
  const hasBounced = needsBounces(query) ? await bouncedAddresses.tester(list.userId) : undefined;
  return rowTest(query, existenceRateOf(list), hasBounced);
}
