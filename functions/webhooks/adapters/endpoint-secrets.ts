import { createSealedCopies } from '../../platform/secrets/sealed-copies.ts';
import type { IdGenerator } from '../../platform/clock.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { type StoredEndpoint, SECRET_PREFIX } from '../rules/endpoint.ts';
import { endpointKey } from './keys.ts';

type Owner = Pick<StoredEndpoint, 'userId' | 'id'>;
type SealedSecrets = Owner & Pick<StoredEndpoint, 'secret' | 'formerSecret' | 'formerUntil'>;

const nameOf = ({ userId, id }: Owner): string => `${userId}/${id}`;

/** Creates signing secrets and opens sealed ones. Each secret is sealed for its endpoint. */
export interface EndpointSecrets {
  make(owner: Owner): Promise<{ readonly secret: string; readonly sealed: string }>;
  /** Secrets to sign with, current first. @throws {Error} if the sealing key was rotated twice */
  open(endpoint: SealedSecrets, now: number): Promise<string[]>;
  reseal(
    db: Db,
    endpoint: SealedSecrets,
  ): Promise<{ readonly resealed: number; readonly unreadable: number }>;
}

export const createEndpointSecrets = (secrets: Secrets, ids: IdGenerator): EndpointSecrets => {
  const copies = createSealedCopies(secrets, ids, 'webhook');
  return {
    async make(owner) {
      const secret = SECRET_PREFIX + Buffer.from(ids.token(32), 'base64url').toString('base64');
      return { secret, sealed: await copies.seal(nameOf(owner), secret) };
    },

    async open(endpoint, now) {
      const { secret, formerSecret, formerUntil = 0 } = endpoint;
      const stillValid = formerSecret !== undefined && now < formerUntil ? [formerSecret] : [];
      const unseal = await copies.opener();
      return [secret, ...stillValid].map((sealed) => unseal(nameOf(endpoint), sealed));
    },

    reseal(db, endpoint) {
      const { userId, id, secret, formerSecret } = endpoint;
      return copies.reseal(db, endpointKey(userId, id), nameOf(endpoint), { secret, formerSecret });
    },
  };
};
