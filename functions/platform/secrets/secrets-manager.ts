import { hkdfSync } from 'node:crypto';
import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { SECRET_BY_PURPOSE, type Secrets, type SecretSetting } from './secrets.ts';
import { cacheWithTtl } from '../cache-with-ttl.ts';
import type { Clock } from '../clock.ts';

/** Time for which functions keep using a secret after its replacement. */
export const SECRET_CACHE_MS = 5 * 60_000;
const KEY_BYTES = 32;
const MIN_SECRET_BYTES = 32;

/** Labels of secret versions. Secrets Manager moves them when a secret is replaced. */
type VersionStage = 'AWSCURRENT' | 'AWSPREVIOUS';

const deriveKey = (secret: Buffer, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', `tamis/${purpose}`, KEY_BYTES));

function createKeys(client: SecretsManagerClient, secretId: string, clock: Clock) {
  /** `secret` is undefined if the version does not exist, which is cached too. */
  const read = async (stage: VersionStage): Promise<{ readonly secret?: Buffer }> => {
    const query = new GetSecretValueCommand({ SecretId: secretId, VersionStage: stage });
    const response = await client.send(query).catch((error: unknown) => {
      // A secret that was never replaced has no previous version.
      if (stage === 'AWSPREVIOUS' && error instanceof ResourceNotFoundException) return undefined;
      throw error;
    });
    if (!response) return {};
    const secret = Buffer.from(response.SecretBinary ?? response.SecretString ?? '');
    if (secret.length < MIN_SECRET_BYTES)
      throw new Error(`a secret has fewer than ${MIN_SECRET_BYTES} bytes`);
    return { secret };
  };
  const current = cacheWithTtl(() => read('AWSCURRENT'), SECRET_CACHE_MS, clock);
  const previous = cacheWithTtl(() => read('AWSPREVIOUS'), SECRET_CACHE_MS, clock);

  async function key(purpose: string): Promise<Uint8Array> {
    const { secret } = await current();
    if (!secret) throw new Error('no current secret');
    return deriveKey(secret, purpose);
  }

  return {
    key,
    async keys(purpose: string): Promise<readonly Uint8Array[]> {
      const [currentKey, { secret: previousSecret }] = await Promise.all([
        key(purpose),
        previous(),
      ]);
      return previousSecret ? [currentKey, deriveKey(previousSecret, purpose)] : [currentKey];
    },
  };
}

/**
 * Derives keys with HKDF-SHA256 (RFC 5869) from the secret of their purpose, which is read on first
 * use and again after five minutes. Throws an Error if a secret is missing or too short.
 * @param ids ids of the secrets in Secrets Manager
 */
export function createSecrets(
  client: SecretsManagerClient,
  ids: Readonly<Record<SecretSetting, string>>,
  clock: Clock,
): Secrets {
  const keysBySecret = {
    APP_SECRET_ID: createKeys(client, ids.APP_SECRET_ID, clock),
    CODE_SECRET_ID: createKeys(client, ids.CODE_SECRET_ID, clock),
    CSRF_SECRET_ID: createKeys(client, ids.CSRF_SECRET_ID, clock),
    LINK_SECRET_ID: createKeys(client, ids.LINK_SECRET_ID, clock),
    WEBHOOK_SECRET_ID: createKeys(client, ids.WEBHOOK_SECRET_ID, clock),
    CONNECTION_SECRET_ID: createKeys(client, ids.CONNECTION_SECRET_ID, clock),
  };
  return {
    key: (purpose) => keysBySecret[SECRET_BY_PURPOSE[purpose]].key(purpose),
    keys: (purpose) => keysBySecret[SECRET_BY_PURPOSE[purpose]].keys(purpose),
  };
}
