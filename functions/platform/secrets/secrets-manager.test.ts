import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testClock } from '../../../tests/support/test-clock.ts';
import { createSecrets } from './secrets-manager.ts';
import type { KeyPurpose } from './secrets.ts';

const manager = mockClient(SecretsManagerClient);
afterAll(() => manager.restore());
const SECRET = 'an application secret of 32 bytes or more';
const IDS = {
  APP_SECRET_ID: 'tamis/app',
  CODE_SECRET_ID: 'tamis/app',
  CSRF_SECRET_ID: 'tamis/app',
  LINK_SECRET_ID: 'tamis/app',
  WEBHOOK_SECRET_ID: 'tamis/app',
  CONNECTION_SECRET_ID: 'tamis/app',
};
const make = (clock = testClock()) =>
  createSecrets(new SecretsManagerClient({ region: 'eu-west-3' }), IDS, clock);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

beforeEach(() => {
  manager.reset();
  manager.on(GetSecretValueCommand, { SecretId: 'tamis/app' }).resolves({ SecretString: SECRET });
});

describe('derived keys', () => {
  it('are 32 bytes, one per purpose, and always the same', async () => {
    const secrets = make();
    const purposes = ['otp', 'csrf', 'captcha', 'api-key'] as const;
    const keys = await Promise.all(purposes.map((purpose) => secrets.key(purpose)));
    expect(new Set(keys.map(hex)).size).toBe(4);
    expect(keys.map((key) => key.length)).toEqual([32, 32, 32, 32]);
    expect(hex(await make().key('otp'))).toBe(hex(await secrets.key('otp')));
  });

  it('cost one read, and another after five minutes', async () => {
    const clock = testClock();
    const secrets = make(clock);
    await Promise.all([secrets.key('otp'), secrets.key('captcha')]);
    clock.advance(299_999);
    await secrets.key('otp');
    expect(manager.commandCalls(GetSecretValueCommand)).toHaveLength(1);
    clock.advance(1);
    await secrets.key('otp');
    expect(manager.commandCalls(GetSecretValueCommand)).toHaveLength(2);
  });

  it('are derived only from the secret of their purpose, and no other secret is read', async () => {
    const read = async (purpose: KeyPurpose): Promise<unknown[]> => {
      manager.reset();
      manager.on(GetSecretValueCommand).resolves({ SecretString: SECRET });
      const ids = {
        ...IDS,
        CODE_SECRET_ID: 'code',
        CSRF_SECRET_ID: 'csrf',
        LINK_SECRET_ID: 'link',
        WEBHOOK_SECRET_ID: 'webhook',
        CONNECTION_SECRET_ID: 'connection',
      };
      await createSecrets(new SecretsManagerClient({}), ids, testClock()).keys(purpose);
      return [
        ...new Set(
          manager
            .commandCalls(GetSecretValueCommand)
            .map(({ args: [{ input }] }) => input.SecretId),
        ),
      ];
    };
    expect(await read('api-key')).toEqual(['tamis/app']);
    expect(await read('otp')).toEqual(['code']);
    expect(await read('csrf')).toEqual(['csrf']);
    expect(await read('link')).toEqual(['link']);
    expect(await read('webhook')).toEqual(['webhook']);
  });

  it('are read again after a failure', async () => {
    manager
      .on(GetSecretValueCommand)
      .rejectsOnce(new Error('throttled'))
      .resolves({
        SecretBinary: new Uint8Array(Buffer.from(SECRET)),
      });
    const secrets = make();
    await expect(secrets.key('otp')).rejects.toThrow('throttled');
    expect(hex(await secrets.key('otp'))).toHaveLength(64);
  });

  it('are not derived from a secret that is too short', async () => {
    manager.on(GetSecretValueCommand).resolves({ SecretString: 'changeme' });
    await expect(make().key('otp')).rejects.toThrow('fewer than 32 bytes');
  });

  it('include the previous key after the secret was replaced, the current key first', async () => {
    const stage = (VersionStage: string) =>
      manager.on(GetSecretValueCommand, { SecretId: 'tamis/app', VersionStage });
    stage('AWSPREVIOUS').rejects(
      new ResourceNotFoundException({ $metadata: {}, message: 'no such stage' }),
    );
    const before = await make().key('otp');
    expect((await make().keys('otp')).map(hex)).toEqual([hex(before)]);

    stage('AWSPREVIOUS').resolves({ SecretString: SECRET });
    stage('AWSCURRENT').resolves({ SecretString: `another ${SECRET}` });
    const secrets = make();
    const keys = (await secrets.keys('otp')).map(hex);
    expect(keys).toEqual([hex(await secrets.key('otp')), hex(before)]);
    expect(keys[0]).not.toBe(keys[1]);
  });

  it('throw if the previous secret cannot be read', async () => {
    manager
      .on(GetSecretValueCommand, { SecretId: 'tamis/app', VersionStage: 'AWSPREVIOUS' })
      .rejects(new Error('throttled'));
    await expect(make().keys('otp')).rejects.toThrow('throttled');
  });
});
