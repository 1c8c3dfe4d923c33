import * as z from 'zod/mini';
import { SSO_ROLES } from '../../../shared/model/account.ts';
import type { IdGenerator } from '../../platform/clock.ts';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import {
  deleteWrite,
  itemNotExists,
  putWrite,
  updateExpression,
  where,
} from '../../platform/dynamo/expression.ts';
import { findStoredItem } from '../../platform/dynamo/stored-items.ts';
import { ssoDomainKey, ssoKey } from '../../platform/secrets/account-secrets.ts';
import { createSealer } from '../../platform/secrets/sealer.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';

const stored = z.object({
  accountId: z.string(),
  /** Sessions and links contain this id, so a new id invalidates them. */
  id: z.string(),
  domain: z.string(),
  /** Part of the TXT record that verifies the domain. */
  token: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  /** The client secret, sealed for the account. */
  sealedSecret: z.string(),
  role: z.enum(SSO_ROLES),
  required: z.boolean(),
  /** Last time at which the record was found, in epoch milliseconds. */
  verifiedAt: z.optional(z.number()),
  /** Whether the last check did not find it. Each login then checks again. */
  missing: z.optional(z.literal(true)),
});
export type StoredSso = Readonly<z.infer<typeof stored>>;

/**
 * Store of single sign-on settings: one item per account, and one per domain that names its
 * account.
 */
export interface SsoSettings {
  get(accountId: string): Promise<StoredSso | undefined>;
  /** Returns the settings of the account that has the domain. */
  findByDomain(domain: string): Promise<StoredSso | undefined>;
  /** Returns the account that verified the domain last, even if it uses another one now. */
  findDomainHolder(domain: string): Promise<string | undefined>;
  /** Does nothing if the settings have changed. */
  setChecked(
    settings: StoredSso,
    check: Partial<Pick<StoredSso, 'missing' | 'verifiedAt'>>,
  ): Promise<void>;
  seal(accountId: string, clientSecret: string): Promise<string>;
  unseal(settings: StoredSso): Promise<string>;
  /**
   * Returns the writes that store settings and, if the record was found, reserve the domain for the
   * account.
   * They fail unless the account `holderId` holds the domain.
   */
  putWrites(settings: StoredSso, holderId: string | undefined): TransactionStep[];
  deleteWrites(settings: StoredSso, holderId: string | undefined): TransactionStep[];
  /** Reseals the client secret if it is not sealed with the current secret. */
  reseal(accountId: string): Promise<{ readonly resealed: number; readonly unreadable: number }>;
}

export function createSsoSettings(db: Db, secrets: Secrets, ids: IdGenerator): SsoSettings {
  const sealer = createSealer(secrets, ids, 'sso');
  const settings: SsoSettings = {
    get: (accountId) => findStoredItem(db, stored, ssoKey(accountId)),

    async findByDomain(domain) {
      const accountId = await settings.findDomainHolder(domain);
      const found = accountId === undefined ? undefined : await settings.get(accountId);
      return found?.domain === domain ? found : undefined;
    },

    async findDomainHolder(domain) {
      const holder = await db.get(ssoDomainKey(domain));
      return holder && String(holder['accountId']);
    },

    async setChecked({ accountId, id, domain }, check) {
      const isSame = where({ id, domain });
      const changed = updateExpression({ missing: undefined, ...check });
      await db.update(ssoKey(accountId), changed, isSame);
    },

    seal: sealer.seal,

    async unseal({ accountId, sealedSecret }) {
      const open = await sealer.opener();
      return open(accountId, sealedSecret);
    },

    putWrites(changed, holderId) {
      const { domain, accountId, missing, verifiedAt } = changed;
      const isFree = holderId === undefined ? itemNotExists : where({ accountId: holderId });
      const domainWrite = putWrite({ ...ssoDomainKey(domain), accountId }, isFree);
      const item = { ...ssoKey(accountId), ...changed };
      return [putWrite(item), ...(verifiedAt === undefined || missing ? [] : [domainWrite])];
    },

    deleteWrites: ({ accountId, domain }, holderId) => [
      deleteWrite(ssoKey(accountId)),
      ...(holderId === accountId ? [deleteWrite(ssoDomainKey(domain), where({ accountId }))] : []),
    ],

    async reseal(accountId) {
      const { sealedSecret } = (await settings.get(accountId)) ?? {};
      return sealer.reseal(db, ssoKey(accountId), accountId, { sealedSecret });
    },
  };
  return settings;
}
