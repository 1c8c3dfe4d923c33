import type { Ids } from '../../platform/clock.ts';
import { isSealedWith, seal, unseal } from '../../platform/secrets/seal.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { type Endpoint, SECRET_PREFIX } from '../rules/endpoint.ts';

const PURPOSE = 'webhook';

type Owner = Pick<Endpoint, 'userId' | 'id'>;
const nameOf = ({ userId, id }: Owner): string => `${userId}/${id}`;

/** The secrets that sign, which the table holds sealed, each for its endpoint alone. */
export const createEndpointSecrets = (secrets: Secrets, ids: Ids) => {
  const sealedFor = async (owner: Owner, secret: string): Promise<string> => {
    const nonce = Buffer.from(ids.token(12), 'base64url');
    return seal(await secrets.key(PURPOSE), nonce, nameOf(owner), secret);
  };
  const opened = async (owner: Owner, sealed: string): Promise<string> =>
    unseal(await secrets.keys(PURPOSE), nameOf(owner), sealed);

  return {
    /** A new secret in the clear, and sealed. */
    async make(owner: Owner): Promise<{ readonly secret: string; readonly sealed: string }> {
      const secret = SECRET_PREFIX + Buffer.from(ids.token(32), 'base64url').toString('base64');
      return { secret, sealed: await sealedFor(owner, secret) };
    },

    /** The current one first. Throws where the secret of webhooks was replaced twice since. */
    open(
      endpoint: Owner & Pick<Endpoint, 'secret' | 'formerSecret' | 'formerUntil'>,
      now: number,
    ): Promise<string[]> {
      const { secret, formerSecret, formerUntil = 0 } = endpoint;
      const used = formerSecret !== undefined && now < formerUntil ? [formerSecret] : [];
      return Promise.all([secret, ...used].map((sealed) => opened(endpoint, sealed)));
    },

    /** The same secret sealed with the one in use; undefined where it is so. */
    async anew(owner: Owner, sealed: string): Promise<string | undefined> {
      if (isSealedWith(await secrets.key(PURPOSE), sealed)) return undefined;
      return sealedFor(owner, await opened(owner, sealed));
    },
  };
};
