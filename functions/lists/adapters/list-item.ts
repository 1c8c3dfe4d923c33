import { VERDICT_REASONS } from '../../../shared/model/verdict.ts';
import type { Db, Expression, Item } from '../../platform/dynamo/db.ts';
import { updateExpression } from '../../platform/dynamo/expression.ts';
import { type List, storedList } from '../rules/list.ts';
import type { ReasonCounts } from '../rules/verdict-counts.ts';
import { listKey } from './keys.ts';

/** Counters are top-level attributes, because DynamoDB's ADD does not support nested attributes. */
const reasonAttribute = (reason: string): string => `r_${reason}`;

export const toListAttributes = ({ reasons = {}, ...attributes }: Partial<List>): Item => ({
  ...attributes,
  ...toReasonCounters(reasons),
});

export const toReasonCounters = (reasons: ReasonCounts): Record<string, number> =>
  Object.fromEntries(
    Object.entries(reasons).map(([reason, count]) => [reasonAttribute(reason), count]),
  );

export function listFromItem(item: Item): List {
  const reasons: ReasonCounts = {};
  for (const reason of VERDICT_REASONS) {
    const count = item[reasonAttribute(reason)];
    if (typeof count === 'number' && count > 0) reasons[reason] = count;
  }
  return { ...storedList.parse(item), reasons };
}

/** Also increments the version, for optimistic locking. */
export const createListUpdateExpression = (
  to: Partial<List>,
  add: Readonly<Record<string, number>> = {},
) => updateExpression(toListAttributes(to), { version: 1, ...add });

/** Returns the updated list, or undefined if the condition is not met. */
export async function changeList(
  db: Db,
  { userId, listId }: Pick<List, 'userId' | 'listId'>,
  change: Expression,
  condition: Expression,
): Promise<List | undefined> {
  const item = await db.update(listKey(userId, listId), change, condition);
  return item && listFromItem(item);
}
