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
  /** Sessions and links name it, so a new id ends them. */
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
  /** Last time that the record was found, in epoch milliseconds. */
  verifiedAt: z.optional(z.number()),
});
export type StoredSso = Readonly<z.infer<typeof stored>>;

/** Settings of single sign-on, one item per account, and one that names the account of a domain. */
export interface SsoSettings {
  get(accountId: string): Promise<StoredSso | undefined>;
  /** Returns the settings of the account that has the domain. */
  findByDomain(domain: string): Promise<StoredSso | undefined>;
  /** Returns the account that claimed the domain last, even if it uses another one now. */
  findClaim(domain: string): Promise<string | undefined>;
  /** Does nothing if the settings have changed. */
  setVerified(settings: StoredSso, at: number): Promise<void>;
  seal(accountId: string, clientSecret: string): Promise<string>;
  unseal(settings: StoredSso): Promise<string>;
  /**
   * Returns the writes that store settings and, if the domain is verified, claim it for the account.
   * They fail unless the account `claimedBy` made the last claim.
   */
  putWrites(settings: StoredSso, claimedBy: string | undefined): TransactionStep[];
  deleteWrites(settings: StoredSso, claimedBy: string | undefined): TransactionStep[];
  /** Reseals the client secret if it is not sealed with the current secret. */
  reseal(accountId: string): Promise<{ readonly resealed: number; readonly unreadable: number }>;
}

export function createSsoSettings(db: Db, secrets: Secrets, ids: IdGenerator): SsoSettings {
  const sealer = createSealer(secrets, ids, 'sso');
  const settings: SsoSettings = {
    get: (accountId) => findStoredItem(db, stored, ssoKey(accountId)),

    async findByDomain(domain) {
      const accountId = await settings.findClaim(domain);
      const found = accountId === undefined ? undefined : await settings.get(accountId);
      return found?.domain === domain ? found : undefined;
    },

    async findClaim(domain) {
      const claim = await db.get(ssoDomainKey(domain));
      return claim && String(claim['accountId']);
    },

    async setVerified({ accountId, id, domain }, at) {
      const isSame = where({ id, domain });
      await db.update(ssoKey(accountId), updateExpression({ verifiedAt: at }), isSame);
    },

    seal: sealer.seal,

    async unseal({ accountId, sealedSecret }) {
      const open = await sealer.opener();
      return open(accountId, sealedSecret);
    },

    putWrites(changed, claimedBy) {
      const { domain, accountId, verifiedAt } = changed;
      const isFree = claimedBy === undefined ? itemNotExists : where({ accountId: claimedBy });
      const claim = putWrite({ ...ssoDomainKey(domain), accountId }, isFree);
      const item = { ...ssoKey(accountId), ...changed };
      return [putWrite(item), ...(verifiedAt === undefined ? [] : [claim])];
    },

    deleteWrites: ({ accountId, domain }, claimedBy) => [
      deleteWrite(ssoKey(accountId)),
      ...(claimedBy === accountId ? [deleteWrite(ssoDomainKey(domain), where({ accountId }))] : []),
    ],

    async reseal(accountId) {
      const { sealedSecret } = (await settings.get(accountId)) ?? {};
      return sealer.reseal(db, ssoKey(accountId), accountId, { sealedSecret });
    },
  };
  return settings;
}
