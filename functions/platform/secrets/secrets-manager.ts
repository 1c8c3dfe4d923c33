import { hkdfSync } from 'node:crypto';
import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { SECRET_OF, type Secrets, type SecretSetting } from './secrets.ts';
import { cached } from '../cached.ts';
import type { Clock } from '../clock.ts';

const CACHED_MS = 5 * 60_000;
const KEY_BYTES = 32;
const MIN_SECRET_BYTES = 32;

/** Labels that Secrets Manager moves when a secret is replaced. */
type Stage = 'AWSCURRENT' | 'AWSPREVIOUS';

const derived = (secret: Buffer, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', `tamis/${purpose}`, KEY_BYTES));

/** Keys derived from one secret. */
function createKeys(client: SecretsManagerClient, secretId: string, clock: Clock) {
  /** `secret` is undefined if it does not exist; this is cached, too. */
  const read = async (stage: Stage): Promise<{ readonly secret?: Buffer }> => {
    const query = new GetSecretValueCommand({ SecretId: secretId, VersionStage: stage });
    const response = await client.send(query).catch((error: unknown) => {
      // A secret that was never replaced has no previous version.
      if (stage === 'AWSPREVIOUS' && error instanceof ResourceNotFoundException) return undefined;
      throw error;
    });
    if (!response) return {};
    const secret = Buffer.from(response.SecretBinary ?? response.SecretString ?? '');
    if (secret.length < MIN_SECRET_BYTES)
      throw new Error(`a secret of ours has fewer than ${MIN_SECRET_BYTES} bytes`);
    return { secret };
  };
  const current = cached(() => read('AWSCURRENT'), CACHED_MS, clock);
  const previous = cached(() => read('AWSPREVIOUS'), CACHED_MS, clock);

  async function key(purpose: string): Promise<Uint8Array> {
    const { secret } = await current();
    if (!secret) throw new Error('there is no secret');
    return derived(secret, purpose);
  }

  return {
    key,
    async keys(purpose: string): Promise<readonly Uint8Array[]> {
      const [inUse, { secret: before }] = await Promise.all([key(purpose), previous()]);
      return before ? [inUse, derived(before, purpose)] : [inUse];
    },
  };
}

/**
 * Derives keys by HKDF-SHA256 (RFC 5869) from the secret of their purpose, which is read on first
 * use and again after five minutes. Throws if the secret is missing or too short.
 * @param ids ids of the secrets in Secrets Manager
 */
export function createSecrets(
  client: SecretsManagerClient,
  ids: Readonly<Record<SecretSetting, string>>,
  clock: Clock,
): Secrets {
  const made = {
    APP_SECRET_ID: createKeys(client, ids.APP_SECRET_ID, clock),
    CODE_SECRET_ID: createKeys(client, ids.CODE_SECRET_ID, clock),
    CSRF_SECRET_ID: createKeys(client, ids.CSRF_SECRET_ID, clock),
    LINK_SECRET_ID: createKeys(client, ids.LINK_SECRET_ID, clock),
    WEBHOOK_SECRET_ID: createKeys(client, ids.WEBHOOK_SECRET_ID, clock),
  };
  return {
    key: (purpose) => made[SECRET_OF[purpose]].key(purpose),
    keys: (purpose) => made[SECRET_OF[purpose]].keys(purpose),
  };
}
