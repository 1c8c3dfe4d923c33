import * as z from 'zod/mini';
import { FIRST_KEY_ID } from '../../../shared/contract/keys.ts';
import { ACCESS_KINDS, type AccessKind } from '../../../shared/model/access.ts';
import { nameServiceAccount, SERVICES } from '../../../shared/model/connections/service-name.ts';
import { type Actor, personActor, storedActor } from '../../platform/author.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import { listStoredItems } from '../../platform/dynamo/stored-items.ts';
import { ownersOf, personOf } from '../rules/owner.ts';
import type { AccessChanges } from './access-changes.ts';
import type { NamedKeys } from './named-keys.ts';
import type { Sessions } from './sessions.ts';
import type { User } from './user.ts';

/** Something that can act for an account. */
export interface AccessItem {
  readonly kind: AccessKind;
  readonly id: string;
  /** Empty for an item without a name. */
  readonly name: string;
  /** When it was added or last changed (ISO 8601 UTC); undefined if not recorded. */
  readonly addedAt?: string | undefined;
  /** How the last of `people` did so, by `originOf`; undefined if not recorded. */
  readonly addedBy?: string | undefined;
  /** Ids of the persons who added or changed it, the last one at the end, as far as recorded. */
  readonly people: readonly string[];
  readonly lastUsedAt?: string | undefined;
  /** The only account that a single sign-on session can access. */
  readonly ssoAccountId?: string | undefined;
  /** Hash under which the last use of a session or a key is stored. */
  readonly hash?: string | undefined;
}
type NewItem = Omit<AccessItem, 'kind' | 'people'> & {
  /** Who added it. For an endpoint of a named key, this is the person who added the key. */
  readonly who?: Actor | undefined;
};

/** The fields of other features' items that are listed here. */
const storedEndpoint = z.object({
  id: z.string(),
  url: z.string(),
  createdAt: z.string(),
  key: z.optional(z.object({ hash: z.string(), end: z.string() })),
  who: z.optional(storedActor),
});
const storedForm = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  who: z.optional(storedActor),
});
const storedConnection = z.object({
  id: z.string(),
  service: z.enum(SERVICES),
  name: z.string(),
  createdAt: z.string(),
  startedBy: z.optional(z.string()),
});
const storedFactors = z.object({
  totp: z.optional(z.object({ createdAt: z.string() })),
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      createdAt: z.string(),
      lastUsedAt: z.optional(z.string()),
    }),
  ),
});

/** The single list of items that can act for an account. Emails, the page and revocation use it. */
export interface AccessItems {
  /** Lists the items of some kinds, by default of all, oldest first within a kind. */
  list(user: User, kinds?: readonly AccessKind[]): Promise<AccessItem[]>;
}

export function createAccessItems(
  db: Db,
  clock: Clock,
  sessions: Pick<Sessions, 'list'>,
  namedKeys: Pick<NamedKeys, 'firstCreatedAt' | 'list'>,
  changes: Pick<AccessChanges, 'list'>,
): AccessItems {
  const read = <S extends z.core.$ZodType>(owner: string, schema: S, prefix: string) =>
    listStoredItems(db, schema, { partition: userPartition(owner), prefix });

  const shownKey = async (id: string, hash: string | undefined): Promise<NewItem[]> =>
    hash === undefined
      ? []
      : [{ id, name: '', hash, addedAt: await namedKeys.firstCreatedAt({ apiKeyHash: hash }) }];

  const readers: Readonly<Record<AccessKind, (user: User) => Promise<NewItem[]>>> = {
    session: async ({ id: userId }) =>
      (await sessions.list(userId))
        .toSorted((a, b) => a.createdAt - b.createdAt)
        .map(({ id, createdAt, from, sso }) => ({
          id,
          ssoAccountId: sso?.accountId,
          name: '',
          hash: id,
          addedAt: new Date(createdAt).toISOString(),
          addedBy: from,
        })),

    member: async ({ members = [] }) =>
      members.map(({ id, email, since }) => ({ id, name: email, addedAt: since })),

    sso: async ({ sso }) => (sso ? [{ id: sso.id, name: sso.domain }] : []),

    key: async (user) => [
      ...(await shownKey(FIRST_KEY_ID, user.apiKeyHash)),
      ...(await shownKey('test', user.testKeyHash)),
      ...(await namedKeys.list(user)).map(({ keyId, name, createdAt, keyHash, who }) => ({
        id: keyId,
        name,
        hash: keyHash,
        addedAt: createdAt,
        who,
      })),
    ],

    // An endpoint is deleted with the key that created it.
    endpoint: async (user) => {
      const { apiKeyHash, testKeyHash, namedKeyHashes = [] } = user;
      const owners = ownersOf(user.id).map((owner) => read(owner, storedEndpoint, 'WEBHOOK#'));
      const keys = await namedKeys.list(user);
      const hashes = new Set([apiKeyHash, testKeyHash, ...namedKeyHashes]);
      return (await Promise.all(owners))
        .flat()
        .filter(({ key }) => !key || hashes.has(key.hash))
        .map(({ id, url, createdAt, key, who }) => ({
          id,
          name: new URL(url).host,
          addedAt: createdAt,
          addedBy: key && `API …${key.end}`,
          who: key ? keys.find(({ keyHash }) => keyHash === key.hash)?.who : who,
        }));
    },

    form: async ({ id: userId }) =>
      (await read(userId, storedForm, 'FORM#')).map(({ id, name, created_at: addedAt, who }) => ({
        id,
        name,
        addedAt,
        who,
      })),

    connection: async ({ id: userId }) =>
      (await read(userId, storedConnection, 'CONNECTION#')).map(
        ({ id, service, name, createdAt: addedAt, startedBy }) => ({
          id,
          name: nameServiceAccount(service, name),
          addedAt,
          who: startedBy === undefined ? undefined : personActor(startedBy),
        }),
      ),

    factor: async (user) => {
      // Support has removed the factors.
      if (user.factorReset && user.factorReset.at <= clock.now()) return [];
      const [set] = await read(user.id, storedFactors, 'FACTORS');
      const { totp, passkeys = [] } = set ?? {};
      return [
        ...(totp ? [{ id: 'totp', name: '', addedAt: totp.createdAt }] : []),
        ...passkeys.map(({ id, name, createdAt: addedAt, lastUsedAt }) => ({
          id,
          name,
          addedAt,
          lastUsedAt,
        })),
      ];
    },
  };

  return {
    async list(user, kinds = ACCESS_KINDS) {
      const [log, ...lists] = await Promise.all([
        changes.list(user.id),
        ...kinds.map((kind) => readers[kind](user)),
      ]);
      const items: AccessItem[] = [];
      for (const [index, kind] of kinds.entries())
        for (const { who, ...item } of lists[index] ?? []) {
          const made = log.filter((each) => each.kind === kind && each.target === item.id);
          const change = made.at(-1);
          const last = change && { addedAt: change.at, addedBy: change.by };
          const authors = [who, ...made.map((each) => each.who)];
          const people = authors.flatMap((each) => personOf(user, each) ?? []);
          items.push({ kind, ...item, ...last, people });
        }
      return items;
    },
  };
}
