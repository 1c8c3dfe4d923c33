import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { CHALLENGE_LIFETIME_MS } from '../../../shared/model/second-factor.ts';
import type { Clock, IdGenerator } from '../../platform/clock.ts';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import {
  deleteWrite,
  itemExists,
  itemNotExists,
  putWrite,
  updateExpression,
  updateWrite,
  where,
} from '../../platform/dynamo/expression.ts';
import { findStoredItem } from '../../platform/dynamo/stored-items.ts';
import { createSealer } from '../../platform/secrets/sealer.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { AccountWrites } from '../../access/adapters/account-writes.ts';
import { challengeKey, factorsKey } from './keys.ts';
import { factorSecretKey } from '../../platform/secrets/account-secrets.ts';

const passkey = z.object({
  id: z.string(),
  /** COSE key in base64url. */
  publicKey: z.string(),
  counter: z.number(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.optional(z.string()),
});
/** The TOTP secret in Base32, and the unused recovery codes. */
const sealedSecrets = z.object({
  totp: z.optional(z.string()),
  recoveryCodes: z.array(z.string()),
});
const stored = z.object({
  version: z.number(),
  /** The sealed secrets, if they have not been moved to a separate partition yet. */
  sealed: z.optional(z.string()),
  /** `lastStep`: number of the 30-second period of the last accepted code. */
  totp: z.optional(z.object({ createdAt: z.string(), lastStep: z.number() })),
  passkeys: z.array(passkey),
  /** The session that may show new recovery codes again, and until when (epoch milliseconds). */
  unsavedCodes: z.optional(z.object({ sessionId: z.string(), until: z.number() })),
});
/** `version` is the version of the factors to which the secrets belong. */
const storedSecret = z.object({ version: z.number(), sealed: z.string() });
type StoredFactors = Readonly<z.infer<typeof stored>>;
export type Passkey = Readonly<z.infer<typeof passkey>>;

/** The factors of a user, decrypted. */
export interface FactorSet {
  /** Number of changes so far, with which a write detects concurrent changes. */
  readonly version: number;
  readonly totp?:
    { readonly secret: string; readonly createdAt: string; readonly lastStep: number } | undefined;
  readonly passkeys: readonly Passkey[];
  readonly recoveryCodes: readonly string[];
  readonly unsavedCodes?: StoredFactors['unsavedCodes'];
  /**
   * Whether the sealed secrets are still next to the other data. Writes leave them there, because
   * functions of the previous version could not read a moved secret and would lock out the user.
   */
  readonly isUnmoved?: boolean;
}

/** Second factors in the single table: one item per user, and one with the sealed secrets. */
export interface Factors {
  get(userId: string): Promise<FactorSet>;
  /** The factors without their secrets, which are not decrypted. */
  list(userId: string): Promise<Pick<StoredFactors, 'passkeys' | 'totp'>>;
  /**
   * Stores factors together with other writes. Returns false and stores nothing if the factors have
   * changed since they were read, or the condition of another write failed.
   */
  put(userId: string, set: FactorSet, also?: readonly TransactionStep[]): Promise<boolean>;
  /** Moves the factors of a login to another id, if it differs, with other writes. Fails like `put`. */
  move(from: string, to: string, also: readonly TransactionStep[]): Promise<boolean>;
  /** Records that the user has saved the new recovery codes, which are not shown again. */
  confirmCodes(userId: string): Promise<void>;
  /** Returns false if the challenge was already used. */
  redeem(challenge: string): Promise<boolean>;
  /** Reseals the secrets if they are not sealed with the current application secret. */
  reseal(userId: string): Promise<{ readonly resealed: number; readonly unreadable: number }>;
  /** Does nothing if the factors change meanwhile. */
  moveSecrets(userId: string): Promise<void>;
}

export function createFactors(
  db: Db,
  accounts: Pick<AccountWrites, 'requireAccount'>,
  secrets: Secrets,
  ids: IdGenerator,
  clock: Clock,
): Factors {
  const sealer = createSealer(secrets, ids, 'second-factor');
  const find = (userId: string) => findStoredItem(db, stored, factorsKey(userId));
  const findSecret = (userId: string) => findStoredItem(db, storedSecret, factorSecretKey(userId));

  const factors: Factors = {
    async get(userId) {
      const item = await find(userId);
      if (!item) return { version: 0, passkeys: [], recoveryCodes: [] };
      const sealed = item.sealed ?? (await findSecret(userId))?.sealed ?? '';
      const open = await sealer.opener();
      const opened = z.parse(sealedSecrets, JSON.parse(open(userId, sealed)));
      const { totp: secret, recoveryCodes } = opened;
      const { version, totp, passkeys, unsavedCodes } = item;
      return {
        version,
        totp: totp && secret ? { ...totp, secret } : undefined,
        passkeys,
        recoveryCodes,
        unsavedCodes,
        isUnmoved: item.sealed !== undefined,
      };
    },

    list: async (userId) => (await find(userId)) ?? { passkeys: [] },

    async put(userId, set, also = []) {
      const { version, totp, passkeys, recoveryCodes, unsavedCodes, isUnmoved } = set;
      const secret = totp?.secret;
      const sealed = await sealer.seal(userId, JSON.stringify({ totp: secret, recoveryCodes }));
      const item = {
        ...factorsKey(userId),
        version: version + 1,
        ...(isUnmoved && { sealed }),
        ...(totp && { totp: { createdAt: totp.createdAt, lastStep: totp.lastStep } }),
        passkeys,
        ...(unsavedCodes && { unsavedCodes }),
      };
      const condition = version === 0 ? itemNotExists : where({ version });
      // The condition also applies to the secrets, so that they are not stored after a closure.
      const moved = { ...factorSecretKey(userId), version: version + 1, sealed };
      const secretWrites = isUnmoved ? [] : [putWrite(moved, condition)];
      return (
        (await db.transact([putWrite(item, condition), ...secretWrites, ...also])) === undefined
      );
    },

    async move(from, to, also) {
      const set = await factors.get(from);
      if (from === to || set.version === 0) return (await db.transact(also)) === undefined;
      const { version } = set;
      return factors.put(to, { ...set, version: 0, isUnmoved: false }, [
        deleteWrite(factorsKey(from), where({ version })),
        deleteWrite(factorSecretKey(from)),
        ...also,
      ]);
    },

    async confirmCodes(userId) {
      const change = updateExpression({ unsavedCodes: undefined });
      await db.update(factorsKey(userId), change, itemExists);
    },

    async redeem(challenge) {
      // A challenge has several spellings in base64url, because unused bits are ignored.
      const key = challengeKey(hash('sha256', Buffer.from(challenge, 'base64url')));
      const ttl = Math.ceil((clock.now() + CHALLENGE_LIFETIME_MS) / 1000);
      return !(await db.transact([putWrite({ ...key, ttl }, itemNotExists)]));
    },

    async reseal(userId) {
      await factors.moveSecrets(userId);
      const { sealed } = (await findSecret(userId)) ?? {};
      return sealer.reseal(db, factorSecretKey(userId), userId, { sealed });
    },

    async moveSecrets(userId) {
      const { version, sealed } = (await find(userId)) ?? {};
      if (sealed === undefined) return;
      await db.transact([
        updateWrite(
          factorsKey(userId),
          updateExpression({ sealed: undefined }),
          where({ version, sealed }),
        ),
        putWrite({ ...factorSecretKey(userId), version, sealed }),
        accounts.requireAccount(userId),
      ]);
    },
  };
  return factors;
}
