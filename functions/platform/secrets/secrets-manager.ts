import { hkdfSync } from 'node:crypto';
import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { Secrets } from './secrets.ts';
import type { Clock } from '../clock.ts';

const KEPT_MS = 5 * 60_000;
const KEY_BYTES = 32;
const MIN_SECRET_BYTES = 32;

/**
 * Keys by HKDF-SHA256 (RFC 5869) from the application secret, which is read at first use and again
 * when the copy is older than five minutes. Throws when there is no secret, or one that is too short.
 */
export function createSecrets(
  client: SecretsManagerClient,
  secretId: string,
  clock: Clock,
): Secrets {
  let kept: { secret: Promise<Buffer>; until: number } | undefined;

  async function read(): Promise<Buffer> {
    const answer = await client.send(new GetSecretValueCommand({ SecretId: secretId }));
    const secret = Buffer.from(answer.SecretBinary ?? answer.SecretString ?? '');
    if (secret.length < MIN_SECRET_BYTES)
      throw new Error(`the application secret has fewer than ${MIN_SECRET_BYTES} bytes`);
    return secret;
  }

  async function current(): Promise<Buffer> {
    if (!kept || kept.until <= clock.now()) kept = { secret: read(), until: clock.now() + KEPT_MS };
    const mine = kept;
    try {
      return await mine.secret;
    } catch (error) {
      if (kept === mine) kept = undefined;
      throw error;
    }
  }

  return {
    key: async (purpose) =>
      new Uint8Array(hkdfSync('sha256', await current(), '', `tamis/${purpose}`, KEY_BYTES)),
  };
}
