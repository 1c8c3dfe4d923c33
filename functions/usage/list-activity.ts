import type { z } from 'zod/mini';
import type { OutputOf } from '../../shared/contract/route.ts';
import type { usageRoutes } from '../../shared/contract/usage.ts';
import { DAY_MS } from '../../shared/model/duration.ts';
import { formatName } from '../access/account-name.ts';
import type { User } from '../access/adapters/user.ts';
import type { AccessDeps } from '../access/deps.ts';
import { startOfUlid } from '../platform/system.ts';

type ListActivity = (typeof usageRoutes)['listActivity'];

const PAGE_SIZE = 50;
/** Maximum reads for a page. If the first 5,000 entries do not match, the page is empty. */
const MAX_READS = 10;

/**
 * Reads a page of the account's log. Looks up people's names on each call, so that a deleted login
 * has none.
 */
export async function readActivity(
  { accounts, activity }: Pick<AccessDeps, 'accounts' | 'activity'>,
  { id: accountId, movedTo }: Pick<User, 'id' | 'movedTo'>,
  { person, kind, from, to, cursor = '~' }: z.output<ListActivity['query']>,
): Promise<OutputOf<ListActivity>['data']> {
  const end = to === undefined ? '~' : startOfUlid(Date.parse(to) + DAY_MS);
  const after = from === undefined ? '' : startOfUlid(Date.parse(from));
  const read = (before: string) =>
    activity.page(
      accountId,
      { after, before },
      PAGE_SIZE,
      (entry) =>
        (person === undefined || (entry.who?.type === 'person' && entry.who.id === person)) &&
        (kind === undefined || entry.kind === kind),
    );
  let { entries, next } = await read(cursor < end ? cursor : end);
  for (let reads = 1; reads < MAX_READS && entries.length === 0 && next !== null; reads += 1)
    ({ entries, next } = await read(next));
  // Before a transfer, the first owner had the id of the account.
  const loginOf = (id: string): string => (id === accountId ? (movedTo ?? id) : id);
  const ids = new Set(
    entries.flatMap(({ who }) => (who?.type === 'person' ? loginOf(who.id) : [])),
  );
  const persons = await Promise.all([...ids].map((id) => accounts.get(id)));
  const names = new Map(
    persons.map((each) => [each?.id, each && `${formatName(each)} (${each.email})`]),
  );
  return {
    entries: entries.map(({ who, ...entry }) => ({
      id: entry.id,
      at: entry.at,
      who: who ? { type: who.type, id: who.id, name: names.get(loginOf(who.id)) ?? null } : null,
      kind: entry.kind,
      what: entry.what,
      target: entry.target,
      name: entry.name,
      from: entry.from ?? null,
      to: entry.to ?? null,
      by: entry.by,
    })),
    next,
  };
}
