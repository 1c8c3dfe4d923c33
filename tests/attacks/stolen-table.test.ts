import { createHash } from 'node:crypto';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { routes } from '../support/routes.ts';
import { createAccountHarness } from '../support/account-harness.ts';
import { PERSON_PASSWORD } from '../support/people.ts';

const stage = createAccountHarness();

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : Object.values(Object(value) as Record<string, unknown>).flatMap(textsIn);

it('a copy of the table contains nothing that gives access to an account', async () => {
  const { token, headers, apiKey, testKey } = await stage.person({ paid: true });
  const body = { name: 'Job', scopes: ['check'] };
  const named = await stage.call(routes.createKey, { headers, body });
  const { registration, otp } = await stage.signUp();
  const { client, name } = stage.table();
  const { Items = [] } = await DynamoDBDocumentClient.from(client).send(
    new ScanCommand({ TableName: name }),
  );
  const texts = textsIn(Items);
  expect(texts.length).toBeGreaterThan(50);

  const all = texts.join('\n');
  const whole = [
    token,
    headers['X-CSRF-Token'],
    apiKey,
    testKey,
    String(named.body.data?.['api_key']),
    registration,
    PERSON_PASSWORD,
  ];
  for (const secret of whole) {
    expect(secret?.length).toBeGreaterThan(10);
    expect(all).not.toContain(secret);
  }
  // A code is so short that a hash without a key would not protect it.
  expect(texts).not.toContain(otp);
  expect(all).not.toContain(createHash('sha256').update(otp).digest('hex'));
});
