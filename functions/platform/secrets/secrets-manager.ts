import { hkdfSync } from 'node:crypto';
import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import type { Secrets } from './secrets.ts';
import type { Clock } from '../clock.ts';

const KEPT_MS = 5 * 60_000;
const KEY_BYTES = 32;
const MIN_SECRET_BYTES = 32;

/** The labels that Secrets Manager moves when a secret gets a new value. */
type Stage = 'AWSCURRENT' | 'AWSPREVIOUS';

const derived = (secret: Buffer, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', `tamis/${purpose}`, KEY_BYTES));

/**
 * Keys by HKDF-SHA256 (RFC 5869) from the application secret, which is read at first use and again
 * when the copy is older than five minutes. Throws when there is no secret, or one that is too short.
 */
export function createSecrets(
  client: SecretsManagerClient,
  secretId: string,
  clock: Clock,
): Secrets {
  const kept = new Map<Stage, { secret: Promise<Buffer | undefined>; until: number }>();

  async function read(stage: Stage): Promise<Buffer | undefined> {
    const query = new GetSecretValueCommand({ SecretId: secretId, VersionStage: stage });
    const answer = await client.send(query).catch((error: unknown) => {
      // A secret that was never replaced has no value before.
      if (stage === 'AWSPREVIOUS' && error instanceof ResourceNotFoundException) return undefined;
      throw error;
    });
    if (!answer) return undefined;
    const secret = Buffer.from(answer.SecretBinary ?? answer.SecretString ?? '');
    if (secret.length < MIN_SECRET_BYTES)
      throw new Error(`the application secret has fewer than ${MIN_SECRET_BYTES} bytes`);
    return secret;
  }

  async function valueOf(stage: Stage): Promise<Buffer | undefined> {
    let mine = kept.get(stage);
    if (!mine || mine.until <= clock.now()) {
      mine = { secret: read(stage), until: clock.now() + KEPT_MS };
      kept.set(stage, mine);
    }
    try {
      return await mine.secret;
    } catch (error) {
      if (kept.get(stage) === mine) kept.delete(stage);
      throw error;
    }
  }

  async function key(purpose: string): Promise<Uint8Array> {
    const secret = await valueOf('AWSCURRENT');
    if (!secret) throw new Error('there is no application secret');
    return derived(secret, purpose);
  }

  return {
    key,
    async keys(purpose) {
      const [current, before] = await Promise.all([key(purpose), valueOf('AWSPREVIOUS')]);
      return before ? [current, derived(before, purpose)] : [current];
    },
  };
}
