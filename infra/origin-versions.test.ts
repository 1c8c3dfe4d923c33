import {
  DescribeSecretCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { prepareOriginVersions } from './origin-versions.ts';

const client = mockClient(SecretsManagerClient);
const name = 'tamis-prod/origin';

beforeEach(() => client.reset());
afterAll(() => client.restore());

/** `versions` are those that the secret has at first, newest first. */
function ask(versions: readonly string[], options: { shown?: string; rotate?: boolean } = {}) {
  const [current, previous] = versions;
  const stages = [
    ...(current ? [[current, ['AWSCURRENT']] as const] : []),
    ...(previous ? [[previous, ['AWSPREVIOUS']] as const] : []),
  ];
  if (versions.length === 0)
    client
      .on(DescribeSecretCommand)
      .rejects(new ResourceNotFoundException({ message: '', $metadata: {} }));
  else
    client.on(DescribeSecretCommand).resolves({ VersionIdsToStages: Object.fromEntries(stages) });
  client.on(PutSecretValueCommand).resolves({ VersionId: 'new' });
  const { shown, rotate = false } = options;
  return prepareOriginVersions(new SecretsManagerClient({}), { name, shown, rotate });
}
const putCalls = () => client.commandCalls(PutSecretValueCommand).length;

it('returns no version before the first deployment, which creates the secret', async () => {
  expect(await ask([], { rotate: true })).toEqual([]);
});

it('creates one version for a rotation and keeps the version that CloudFront sends', async () => {
  expect(await ask(['v1'], { rotate: true })).toEqual(['new', 'v1']);
  expect(await ask(['v2', 'v1'], { shown: 'v2', rotate: true })).toEqual(['new', 'v2']);
  const [put] = client.commandCalls(PutSecretValueCommand);
  expect(put?.args[0].input).toEqual({
    SecretId: name,
    SecretString: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

it('resumes an interrupted rotation without creating a third version', async () => {
  expect(await ask(['v2', 'v1'], { shown: 'v1', rotate: true })).toEqual(['v2', 'v1']);
  expect(await ask(['v2', 'v1'], { rotate: true })).toEqual(['v2', 'v1']);
  expect(putCalls()).toBe(0);
});

it('includes the version that CloudFront sends, even if newer ones were created', async () => {
  expect(await ask(['v3', 'v2'], { shown: 'v1' })).toEqual(['v3', 'v1']);
  expect(await ask(['v2', 'v1'])).toEqual(['v2', 'v1']);
  expect(await ask(['v2', 'v1'], { shown: 'v2' })).toEqual(['v2']);
  expect(putCalls()).toBe(0);
});
