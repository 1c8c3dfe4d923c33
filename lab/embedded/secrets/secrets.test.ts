import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSecretsManager } from './endpoint.ts';
import { openSecrets } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
const file = join(folder, 'data/secrets.json');
let endpoint: Awaited<ReturnType<typeof startSecretsManager>>;
let client: SecretsManagerClient;

beforeAll(async () => {
  endpoint = await startSecretsManager((name) => (name === 'tamis-secret' ? 'kept' : undefined));
  client = new SecretsManagerClient({
    endpoint: endpoint.url,
    region: 'eu-west-3',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    maxAttempts: 1,
  });
});
afterAll(async () => {
  client.destroy();
  await endpoint.close();
  rmSync(folder, { recursive: true });
});

const get = (SecretId: string, VersionStage?: string) =>
  client.send(new GetSecretValueCommand({ SecretId, VersionStage }));

test('generates a value once, from letters and digits, in a file that only its owner can read', () => {
  const first = openSecrets(file, [{ name: 'one', length: 64 }]);
  expect(first.get('one')).toMatch(/^[A-Za-z0-9]{64}$/);
  const second = openSecrets(file, [
    { name: 'one', length: 64 },
    { name: 'two', length: 32 },
  ]);
  expect(second.get('one')).toBe(first.get('one'));
  expect(second.get('two')).toMatch(/^[A-Za-z0-9]{32}$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('stores a value with a template as JSON with the other members', () => {
  const within = { key: 'webhook_secret', members: { secret_key: '' } };
  const value = openSecrets(file, [{ name: 'three', length: 40, within }]).get('three');
  expect(JSON.parse(value ?? '')).toEqual({
    secret_key: '',
    webhook_secret: expect.stringMatching(/^[A-Za-z0-9]{40}$/),
  });
});

test('fails on an unreadable file instead of generating new values', () => {
  const torn = join(folder, 'torn.json');
  writeFileSync(torn, '{"one":');
  expect(() => openSecrets(torn, [{ name: 'one', length: 8 }])).toThrow(SyntaxError);
});

test('returns a secret by name or ARN to the SDK', async () => {
  expect((await get('tamis-secret')).SecretString).toBe('kept');
  const arn = 'arn:aws:secretsmanager:eu-west-3:000000000000:secret:tamis-secret';
  expect(await get(arn)).toMatchObject({ SecretString: 'kept', Name: 'tamis-secret' });
});

test('reports a missing secret or previous version to the SDK', async () => {
  await expect(get('other')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  expect((await get('tamis-secret', 'AWSCURRENT')).SecretString).toBe('kept');
  await expect(get('tamis-secret', 'AWSPREVIOUS')).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
});
