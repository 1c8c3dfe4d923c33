import { createSealer } from '../../platform/secrets/sealer.ts';
import type { IdGenerator } from '../../platform/clock.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import type { Log } from '../../platform/log.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { type StoredEndpoint, SECRET_PREFIX } from '../rules/endpoint.ts';
import { endpointKey } from './keys.ts';

type Owner = Pick<StoredEndpoint, 'userId' | 'id'>;
type SealedSecrets = Owner & Pick<StoredEndpoint, 'secret' | 'formerSecret' | 'formerUntil'>;

const nameOf = ({ userId, id }: Owner): string => `${userId}/${id}`;

/** Creates signing secrets and opens sealed ones. Each secret is sealed for its endpoint. */
export interface EndpointSecrets {
  make(owner: Owner): Promise<{ readonly secret: string; readonly sealed: string }>;
  /**
   * Secrets to sign with, current first. Logs and omits a secret that cannot be decrypted, because
   * the sealing key was rotated twice.
   */
  open(endpoint: SealedSecrets, now: number): Promise<string[]>;
  /** Does not count a former secret as unreadable, because its owner has already replaced it. */
  reseal(
    db: Db,
    endpoint: SealedSecrets,
  ): Promise<{ readonly resealed: number; readonly unreadable: number }>;
}

export const createEndpointSecrets = (
  secrets: Secrets,
  ids: IdGenerator,
  log: Log,
): EndpointSecrets => {
  const sealer = createSealer(secrets, ids, 'webhook');
  return {
    async make(owner) {
      const secret = SECRET_PREFIX + Buffer.from(ids.token(32), 'base64url').toString('base64');
      return { secret, sealed: await sealer.seal(nameOf(owner), secret) };
    },

    async open(endpoint, now) {
      const { secret, formerSecret, formerUntil = 0 } = endpoint;
      const stillValid = formerSecret !== undefined && now < formerUntil ? [formerSecret] : [];
      const unseal = await sealer.opener();
      return [secret, ...stillValid].flatMap((sealed) => {
        try {
          return [unseal(nameOf(endpoint), sealed)];
        } catch (error) {
          const { userId, id } = endpoint;
          log.error('webhook_secret_unreadable', error, { user: userId, endpoint: id });
          return [];
        }
      });
    },

    async reseal(db, endpoint) {
      const { userId, id, secret, formerSecret } = endpoint;
      const key = endpointKey(userId, id);
      const former = await sealer.reseal(db, key, nameOf(endpoint), { formerSecret });
      const { resealed, unreadable } = await sealer.reseal(db, key, nameOf(endpoint), { secret });
      return { resealed: resealed + former.resealed, unreadable };
    },
  };
};
