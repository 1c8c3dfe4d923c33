import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../shared/model/duration.ts';
import { invoke } from '../../tests/support/invoke.ts';
import { createApiEvent, type ApiEventParts } from '../../tests/support/api-event.ts';
import { callHandler as callOn } from '../../tests/support/call.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import {
  type PipelineHarness,
  createPipelineHarness,
} from '../../tests/support/pipeline-harness.ts';
import { expectInvariants } from '../../tests/support/invariants.ts';
import { uploadBlobKey } from './rules/blob-keys.ts';
import { routes } from '../../tests/support/routes.ts';

const table = await startFileTable();
const world = await createPipelineHarness(table);
const user = await world.context.accounts.get(world.userId);
const key = { 'X-Api-Key': (user && (await world.context.apiKeys.revealTest(user))) ?? 'none' };

/** Avoids the rate limit of the key; the test clock does not advance by itself. */
const advanceClock = () => world.context.clock.advance(1000);

async function check(email: string, more: ApiEventParts = {}) {
  advanceClock();
  const event = createApiEvent(routes.checkEmail.route, { headers: key, body: { email }, ...more });
  const { statusCode, body } = await invoke(routes.checkEmail, world.context, event);
  return { status: statusCode, body: JSON.parse(body) as Record<string, unknown> };
}

describe('a single check', () => {
  it('has complete verdicts for the sandbox addresses, without using credits or the engine', async () => {
    for (const [name, sentence] of [
      ['deliverable', 'This email is valid'],
      ['undeliverable', 'This email is invalid'],
      ['risky', 'This email is invalid'],
      ['unknown', 'This email could not be verified, no credit was used'],
    ]) {
      const { status, body } = await check(`${name}@sandbox.test`);
      expect([status, body['data'], body['result']]).toEqual([
        200,
        sentence,
        expect.objectContaining({ email: `${name}@sandbox.test`, status: name }),
      ]);
    }
    const headers = { ...key, 'Idempotency-Key': 'same' };
    await check('deliverable@sandbox.test', { headers });
    expect((await check('risky@sandbox.test', { headers })).status).toBe(200);
    expect(world.engine.attempts.size).toBe(0);
    expect(await Array.fromAsync(world.context.ledger.entries(world.userId))).toEqual([]);
    const pending = [];
    for await (const each of world.context.checks.pendingItems()) pending.push(each);
    expect(pending).toEqual([]);
  });

  it('rejects all other addresses, in both languages', async () => {
    expect(await check('ada@mail.example')).toMatchObject({
      status: 422,
      body: {
        code: 'test_address_only',
        message: [expect.stringContaining('unknown@sandbox.test')],
      },
    });
    const french = { headers: { ...key, 'Accept-Language': 'fr' } };
    expect((await check('ada@mail.example', french)).body['message']).toEqual([
      expect.stringMatching(/^Une clé de test/),
    ]);
    expect((await check('not an address')).body['code']).toBe('bad_address');
  });
});

describe('a list', () => {
  const SOURCE =
    'deliverable@sandbox.test\nRISKY@sandbox.test\nundeliverable@sandbox.test\n' +
    'unknown@sandbox.test\nada@mail.example\nno address\nrisky@sandbox.test\n' +
    'engine@sandbox.invalid\nENGINE@sandbox.invalid\nengine@sandbox.invalid\n';

  const call: typeof callOn<PipelineHarness['context']> = (...args) => {
    advanceClock();
    return callOn(...args);
  };

  const apiWith = (headers: Readonly<Record<string, string>>) => ({
    page: async () => (await call(world.context, routes.listFiles, { headers })).body.data,
    file: (id: string) => call(world.context, routes.getFile, { headers, params: { id } }),
    remove: (id: string) => call(world.context, routes.deleteFile, { headers, params: { id } }),
    download: (id: string) =>
      invoke(
        routes.download,
        world.context,
        createApiEvent(routes.download.route, { headers, body: { file_id: id, type: 'all' } }),
      ),
  });

  it('runs through the pipeline for free with sandbox verdicts and without emails', async () => {
    const body = { name: 'Trial', file_name: 'trial.csv', size: SOURCE.length };
    const response = await call(world.context, routes.upload, { headers: key, body });
    const id = String(response.body.data?.['file_id']);
    const owner = `test-${world.userId}`;
    const object = uploadBlobKey(owner, id);
    await world.blobs.put(object, SOURCE);
    world.queues.put('list', { Records: [{ s3: { object: { key: object } } }] });
    await world.drain();

    const test = apiWith(key);
    expect((await test.file(id)).body.data).toMatchObject({
      status: 7,
      total_email: 7,
      processed: 7,
      valid: 1,
      invalid: 3,
      risky: 1,
      unknown: 2,
      duplicates: 3,
      credits_needed: 0,
      credits_charged: 0,
      credits_reserved: 0,
    });
    const rows: string[][] = parse((await test.download(id)).body, { delimiter: ';', bom: true });
    expect(rows.slice(1).map((row) => row.slice(1, 3))).toEqual([
      ['deliverable', 'accepted'],
      ['risky', 'catch_all'],
      ['undeliverable', 'no_such_mailbox'],
      ['unknown', 'timeout'],
      ['unknown', 'egress_off'],
      ['undeliverable', 'bad_syntax'],
      ['risky', 'catch_all'],
      ['undeliverable', 'no_such_domain'],
      ['undeliverable', 'no_such_domain'],
      ['undeliverable', 'no_such_domain'],
    ]);

    expect([...world.engine.attempts]).toEqual([['engine@sandbox.invalid', 1]]);
    expect(world.sent).toEqual([]);
    for (const userId of [world.userId, owner])
      expect(await Array.fromAsync(world.context.ledger.entries(userId))).toEqual([]);
    await expectInvariants(world);

    const paid = await world.upload('ok@a.fr\n');
    await world.drain();
    const own = apiWith(world.headers);
    expect(await test.page()).toMatchObject({ total: 1, data: [{ id }] });
    expect(await own.page()).toMatchObject({ total: 1, data: [{ id: paid }] });
    expect((await own.file(id)).status).toBe(404);
    expect((await own.remove(id)).status).toBe(404);
    expect((await test.file(paid)).status).toBe(404);

    expect((await test.remove(id)).status).toBe(200);
    expect(await test.page()).toMatchObject({ total: 0 });
  });

  it('ends without an email if it cannot be read', async () => {
    const body = { name: 'Empty', file_name: 'empty.csv', size: 2 };
    const response = await call(world.context, routes.upload, { headers: key, body });
    const id = String(response.body.data?.['file_id']);
    const object = uploadBlobKey(`test-${world.userId}`, id);
    await world.blobs.put(object, '\n\n');
    world.queues.put('list', { Records: [{ s3: { object: { key: object } } }] });
    const before = world.sent.length;
    await world.drain();
    await world.advanceMinutes(2);
    expect((await apiWith(key).file(id)).body.data).toMatchObject({ status: 6 });
    expect(world.sent).toHaveLength(before);
  });
});

describe('the engine probe', () => {
  const PROBE = 'engine@sandbox.invalid';
  const asked = () => Object.fromEntries(world.engine.attempts);
  beforeEach(() => world.engine.attempts.clear());

  it('asks the engine through a single check, for free, without storing the check', async () => {
    for (const more of [{}, { wait: false }, { timeout_s: 1 }])
      expect(await check(PROBE, { body: { email: PROBE, ...more } })).toMatchObject({
        status: 200,
        body: { result: { email: PROBE, status: 'undeliverable', reason: 'no_such_domain' } },
      });
    expect(asked()).toEqual({ [PROBE]: 3 });
    expect(await Array.fromAsync(world.context.ledger.entries(world.userId))).toEqual([]);
    expect(await Array.fromAsync(world.context.checks.pendingItems())).toEqual([]);
  });

  it('is refused beyond its hourly limit', async () => {
    await world.context.limits.record('engine_probe', world.userId, 60);
    expect(await check(PROBE)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(asked()).toEqual({});
  });

  it('is the only address that reaches the engine', async () => {
    world.context.clock.advance(HOUR_MS);
    for (const email of [
      'other@sandbox.invalid',
      'engine@sandbox.invalid.',
      'engine@x.sandbox.invalid',
      'engine+1@sandbox.invalid',
      'ENGINE@sandbox.invalid',
    ])
      expect([email, (await check(email)).status]).toEqual([email, 422]);
    expect(asked()).toEqual({});
  });

  it('is an ordinary address for a session, which pays for it', async () => {
    await world.grant(1);
    const before = (await Array.fromAsync(world.context.ledger.entries(world.userId))).length;
    expect((await check(PROBE, { headers: world.headers })).status).toBe(200);
    const entries = await Array.fromAsync(world.context.ledger.entries(world.userId));
    expect(entries).toHaveLength(before + 1);
  });

  it('fails if the engine fails', async () => {
    world.faults.failWhen((name) => (name.startsWith('engine') ? 'before' : undefined));
    expect((await check(PROBE)).status).toBe(500);
    world.faults.failWhen(undefined);
  });
});
