import { text } from 'node:stream/consumers';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createUsedCaptchas } from '../../functions/account/adapters/used-captchas.ts';
import { createMailJournal } from '../../functions/mail/adapters/mail-journal.ts';
import { createDb } from '../../functions/platform/dynamo/create-db.ts';
import { DEFAULT_RETRY_POLICY } from '../../functions/platform/retry.ts';
import { createFactors } from '../../functions/factors/adapters/factors.ts';
import { REGION } from '../../lab/embedded/cloud/resolver.ts';
import { startHttpService } from '../../lab/embedded/services/http-service.ts';
import { DUMMY_CREDENTIALS } from '../../lab/embedded/supervisor/clients.ts';
import { startEmulator } from '../support/dynamo.ts';
import { testContext } from '../support/test-context.ts';

/** The emulator executes every write, but the response to the first attempt never arrives. */
const table = await startEmulator();
const attempts = new Map<string, number>();
const proxy = await startHttpService(async (message, response) => {
  const body = await text(message);
  const target = String(message.headers['x-amz-target']);
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': target };
  const { authorization = '' } = message.headers;
  const answer = await fetch(table.endpoint, {
    method: 'POST',
    headers: { ...headers, authorization, 'x-amz-date': String(message.headers['x-amz-date']) },
    body,
  });
  const answered = await answer.text();
  const count = (attempts.get(body) ?? 0) + 1;
  attempts.set(body, count);
  if (count === 1) message.socket.destroy();
  else response.writeHead(answer.status, { 'content-type': headers['content-type'] }).end(answered);
});
const client = new DynamoDBClient({
  region: REGION,
  credentials: DUMMY_CREDENTIALS,
  endpoint: proxy.url,
});
afterAll(async () => {
  client.destroy();
  await proxy.close();
  await table.stop();
});
beforeEach(() => attempts.clear());

const context = testContext(table);
const { accounts, clock, ids, secrets } = context;
const backoff = { ...DEFAULT_RETRY_POLICY, sleep: async () => undefined, random: () => 0 };
const db = createDb(client, table.name, clock, backoff);

it.each<[string, () => Promise<boolean>]>([
  ['an email', () => createMailJournal(db, clock).reserve('mail')],
  ['a captcha', () => createUsedCaptchas(db).markUsed('signature', clock.now() / 1000 + 60)],
  [
    'the challenge of a login',
    () => createFactors(db, accounts, secrets, ids, clock).redeem('bG9naW4'),
  ],
])('reserves %s exactly once, although the response is lost', async (_, reserve) => {
  expect(await reserve()).toBe(true);
  expect([...attempts.values()]).toEqual([2]);
  expect(await reserve()).toBe(false);
});
