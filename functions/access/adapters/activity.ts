import * as z from 'zod/mini';
import { formatUtcDate } from '../../../shared/model/duration.ts';
import { type AccessKind, ACTIVITY_KINDS, ACTIVITY_VERBS } from '../../../shared/model/access.ts';
import {
  type Author,
  type AuthorCall,
  currentActor,
  currentCall,
  joinOrigin,
  partsOfOrigin,
  storedActor,
} from '../../platform/author.ts';
import type { Clock, IdGenerator } from '../../platform/clock.ts';
import type { Db, Item, TransactionStep } from '../../platform/dynamo/db.ts';
import { itemNotExists, putWrite } from '../../platform/dynamo/expression.ts';
import { activityPartition, type Key, key, userPartition } from '../../platform/dynamo/key.ts';
import { ACCESS_CHANGE_PREFIX, ACTIVITY_PREFIX, activityDayKey, NETWORK_PREFIX } from './keys.ts';

const RETENTION_DAYS = 400;
const NETWORK_RETENTION_DAYS = 30;
/** Maximum entries read for a page, including entries that the page omits. */
const MAX_SCANNED = 500;
/** Maximum acts whose entries a process remembers, so that it does not try to write them again. */
const MAX_REMEMBERED = 10_000;

const storedEntry = z.object({
  PK: z.string(),
  id: z.string(),
  /** ISO 8601 UTC. */
  at: z.string(),
  kind: z.enum(ACTIVITY_KINDS),
  what: z.enum(ACTIVITY_VERBS),
  /** Id of the item that was added, changed, used or removed, and its name, if it has one. */
  target: z.string(),
  name: z.string(),
  /** Old and new value of what was changed. */
  from: z.optional(z.string()),
  to: z.optional(z.string()),
  /** Absent if the service acted, and in older entries. */
  who: z.optional(storedActor),
  /** The API key or the browser, and the network until the network's own record expires. */
  by: z.string(),
});
type StoredEntry = Readonly<z.infer<typeof storedEntry>>;
type NewEntry<Kind = StoredEntry['kind']> = Pick<
  StoredEntry,
  'what' | 'target' | 'name' | 'from' | 'to'
> & { readonly kind: Kind };

/** Creates the items of an entry: the entry, and its network, which expires earlier. */
export function createEntryItems(
  { ids, clock }: { readonly ids: IdGenerator; readonly clock: Clock },
  { PK, SK: prefix }: Key,
  entry: NewEntry<StoredEntry['kind'] | AccessKind>,
  { who, by: origin = '' }: Partial<Author> = {},
): readonly [entry: Item & Key, ...networks: (Item & Key)[]] {
  const now = clock.now();
  const id = ids.ulid(now);
  const at = new Date(now).toISOString();
  const ttlAfter = (days: number): number => Math.ceil(now / 1000) + days * 24 * 3600;
  const by = partsOfOrigin(origin);
  const network = by.pop();
  const ttl = ttlAfter(NETWORK_RETENTION_DAYS);
  return [
    {
      ...key(PK, prefix + id),
      id,
      at,
      ...entry,
      who,
      by: joinOrigin(...by),
      ttl: ttlAfter(RETENTION_DAYS),
    },
    ...(network ? [{ ...key(PK, NETWORK_PREFIX + id), kind: entry.kind, network, ttl }] : []),
  ];
}

/** Adds the unexpired networks to entries. */
export function withNetworks<E extends { readonly id: string; readonly by: string }>(
  entries: readonly E[],
  networks: readonly Item[],
): E[] {
  const byKey = new Map(networks.map(({ SK, network }) => [SK, network]));
  return entries.map((each) => ({
    ...each,
    by: joinOrigin(each.by, byKey.get(NETWORK_PREFIX + each.id)),
  }));
}

/**
 * Log of who did what in an account, by the author of the current call. Its partition contains
 * nothing else, so that a function that writes entries needs no permission to change other items.
 */
export interface Activity {
  /** The author of the current call; undefined in a worker. */
  currentAuthor(): Author | undefined;
  /**
   * Returns the writes of an entry, for the transaction that makes the change.
   * @param author replaces parts of the current author
   */
  writes(accountId: string, entry: NewEntry, author?: Partial<Author>): TransactionStep[];
  /** Stores an entry before an action that is not a transaction. */
  record(accountId: string, entry: NewEntry, author?: Partial<Author>): Promise<void>;
  /** Does the same for the first such act of the author on the object on a UTC day. */
  recordDaily(accountId: string, entry: NewEntry): Promise<void>;
  /**
   * Returns a page, newest first, including changes to what can act for the account. `next` is the
   * `before` of the next page, which may exist even if this page is empty.
   * @param range exclusive bounds of the entry ids; a prefix of an id suffices
   */
  page(
    accountId: string,
    range: { readonly after: string; readonly before: string },
    size: number,
    isWanted: (entry: StoredEntry) => boolean,
  ): Promise<{ readonly entries: StoredEntry[]; readonly next: string | null }>;
}

const idOf = ({ id }: Item): string => String(id);

export function createActivity(
  db: Db,
  ids: IdGenerator,
  clock: Clock,
  originOf: (call: AuthorCall) => string,
): Activity {
  /** Keys of the acts of a day that this process knows to be recorded. */
  const recorded = new Set<string>();

  function currentAuthor(): Author | undefined {
    const call = currentCall();
    const who = currentActor();
    return call && { ...(who && { who }), by: originOf(call) };
  }
  const writes: Activity['writes'] = (accountId, entry, given) => {
    const author = { ...currentAuthor(), ...given };
    const start = key(activityPartition(accountId), ACTIVITY_PREFIX);
    return createEntryItems({ ids, clock }, start, entry, author).map((item) => putWrite(item));
  };

  return {
    currentAuthor,
    writes,

    async record(...args) {
      await db.transact(writes(...args));
    },

    async recordDaily(accountId, entry) {
      const day = formatUtcDate(clock.now());
      const { who = { type: '', id: '' } } = currentAuthor() ?? {};
      const { PK, SK } = activityDayKey(accountId, day, who.id, entry.what, entry.target);
      if (recorded.has(PK + SK)) return;
      // Another process may have recorded it.
      const ttl = Math.ceil(clock.now() / 1000) + 2 * 24 * 3600;
      await db.transact([putWrite({ PK, SK, ttl }, itemNotExists), ...writes(accountId, entry)]);
      if (recorded.size >= MAX_REMEMBERED) recorded.clear();
      recorded.add(PK + SK);
    },

    async page(accountId, { after, before }, size, isWanted) {
      if (after > before) return { entries: [], next: null };
      const read = (partition: string, prefix: string): Promise<Item[]> =>
        db.page(
          { partition, prefix, from: prefix + after, to: prefix + before, descending: true },
          0,
          MAX_SCANNED,
        );
      const found = await Promise.all([
        read(activityPartition(accountId), ACTIVITY_PREFIX),
        read(userPartition(accountId), ACCESS_CHANGE_PREFIX),
      ]);
      const merged = found.flat().toSorted((a, b) => (idOf(a) < idOf(b) ? 1 : -1));
      const entries: StoredEntry[] = [];
      let next: string | null = null;
      for (const item of merged.slice(0, MAX_SCANNED)) {
        if (idOf(item) >= before) continue;
        next = idOf(item);
        // Changes of sessions and factors belong to a person and do not match the schema.
        const entry = storedEntry.safeParse(item).data;
        if (entry && isWanted(entry)) entries.push(entry);
        if (entries.length === size) break;
      }
      if (next === merged.at(-1)?.['id'] && merged.length < MAX_SCANNED) next = null;
      const networkKeys = entries.map(({ PK, id }) => key(PK, NETWORK_PREFIX + id));
      const networks = await db.batchGet(networkKeys, { consistent: true });
      return { entries: withNetworks(entries, networks), next };
    },
  };
}
