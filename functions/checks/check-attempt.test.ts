import { describe, expect, it } from 'vitest';
import { AppError } from '../../shared/contract/errors.ts';
import { invoke, runAs } from '../../tests/support/invoke.ts';
import { createApiEvent, type ApiEventParts } from '../../tests/support/api-event.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import { expectInvariants } from '../../tests/support/invariants.ts';
import {
  createPipelineHarness,
  type PipelineHarness,
} from '../../tests/support/pipeline-harness.ts';
import { DEFAULT_CHECKS_IN_FLIGHT } from './adapters/keys.ts';
import { abandon } from '../lists/workers.ts';
import { abandonCheck, ENGINE_BUSY_SECONDS } from './check-attempt.ts';
import { checkEmail, getCheck } from './api.ts';

const table = await startFileTable();

interface CheckResponse {
  readonly status: number;
  readonly location: unknown;
  readonly retryAfter: unknown;
  readonly body: {
    readonly data?: string;
    readonly code?: string;
    readonly fields?: object;
    readonly pending?: { readonly id: string; readonly retry_after_s: number };
    readonly result?: { readonly email: string; readonly status: string; readonly reason: string };
  };
}

async function callApi(
  { context }: PipelineHarness,
  handler: typeof checkEmail | typeof getCheck,
  parts: ApiEventParts,
): Promise<CheckResponse> {
  const event = createApiEvent(handler.route, parts);
  const { statusCode, headers, body } = await invoke(handler, context, event);
  return {
    status: statusCode,
    location: headers?.['Location'],
    retryAfter: headers?.['Retry-After'],
    body: JSON.parse(body) as CheckResponse['body'],
  };
}

/** Creates a pipeline with some credits, and functions for the two API calls of a check. */
async function setUp(credits = 1) {
  const world = await createPipelineHarness(table, { paid: true });
  await world.grant(credits);
  const { headers } = world;
  return {
    world,
    check: (email: string, more: object = {}, key?: string) =>
      callApi(world, checkEmail, {
        headers: { ...headers, ...(key !== undefined && { 'Idempotency-Key': key }) },
        body: { email, ...more },
      }),
    poll: ({ body }: CheckResponse) =>
      callApi(world, getCheck, { headers, params: { id: body.pending?.id ?? '' } }),
    credits: async () => {
      const { available, consumed } = await world.context.ledger.balance(world.userId);
      return { available, consumed };
    },
  };
}

const NO_WAIT = { wait: false };

describe('a background check', () => {
  it('responds with the location to poll, where the answer appears and is charged once', async () => {
    const { world, check, poll, credits } = await setUp();
    const response = await check('ok@a.fr', NO_WAIT);
    const id = response.body.pending?.id;
    expect(response).toEqual({
      status: 202,
      location: `/api/verify/email/${id}`,
      retryAfter: '5',
      body: {
        data: 'This email is still being verified',
        pending: { id, retry_after_s: 5 },
      },
    });
    expect(world.engine.attempts.size).toBe(0);
    expect(await poll(response)).toEqual(response);
    expect(await credits()).toEqual({ available: 0, consumed: 1 });
    await world.drain();
    expect(await poll(response)).toMatchObject({
      status: 200,
      location: undefined,
      body: { data: 'This email is valid', result: { status: 'deliverable', score: 98 } },
    });
    expect(await credits()).toEqual({ available: 0, consumed: 1 });
    world.context.clock.advance(25 * 3_600_000);
    expect(await poll(response)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('is retried after the delays that its mail server asks for, up to half an hour', async () => {
    const { world, check, poll, credits } = await setUp();
    const response = await check('grey@a.fr', NO_WAIT);
    await world.drain();
    expect(await poll(response)).toMatchObject({ status: 202, retryAfter: '305' });
    await world.advanceMinutes(6);
    // The server asks for half an hour, longer than SQS can delay a message.
    expect(await poll(response)).toMatchObject({ status: 202, retryAfter: '1745' });
    await world.advanceMinutes(30, 3);
    expect(await poll(response)).toMatchObject({
      status: 200,
      body: { data: 'This email is valid' },
    });
    expect(world.engine.attempts.get('grey@a.fr')).toBe(3);
    expect(await credits()).toEqual({ available: 0, consumed: 1 });
  });

  it('is remembered for 90 days by an HMAC, unless its verdict is unknown', async () => {
    const { world, check } = await setUp(2);
    const { context, userId } = world;
    await check('ok1@a.fr', {}, 'first');
    await check('odd@d.fr', {}, 'second');
    const find = () => context.verdictMemory.find(userId, ['OK1@a.fr', 'odd@d.fr', 'any@c.fr']);
    const said = { reason: 'accepted', evidence: 0, charged: true };
    expect([...(await find())]).toEqual([['OK1@a.fr', expect.objectContaining(said)]]);
    expect(await context.verdictMemory.find('another', ['ok1@a.fr'])).toEqual(new Map());
    context.clock.advance(90 * 24 * 3600_000 + 1000);
    expect(await find()).toEqual(new Map());
  });

  it('is free if its verdict is unknown', async () => {
    const { world, check, poll, credits } = await setUp();
    const response = await check('odd@a.fr', NO_WAIT);
    await world.drain();
    const data = 'This email could not be verified, no credit was used';
    expect(await poll(response)).toMatchObject({ status: 200, body: { data } });
    expect(await credits()).toEqual({ available: 1, consumed: 0 });
  });

  it('requires a credit, a valid address and a valid timeout', async () => {
    const { check } = await setUp(0);
    expect((await check('ok@a.fr', NO_WAIT)).body.code).toBe('not_enough_credits');
    expect((await check('ok', NO_WAIT)).body.code).toBe('bad_address');
    for (const timeout_s of [0, 21, 1.5, '5'])
      expect((await check('ok@a.fr', { timeout_s })).status).toBe(422);
    expect((await check('ok@a.fr', { timeout_s: 21, wait: 'no' })).body.fields).toEqual({
      timeout_s: [expect.stringContaining('20')],
      wait: [expect.stringContaining('true, false')],
    });
  });

  it('is created and charged once for requests with the same idempotency key', async () => {
    const { world, check, poll, credits } = await setUp(2);
    const response = await check('grey@a.fr', NO_WAIT, 'order-7');
    expect(await check('grey@a.fr', NO_WAIT, 'order-7')).toEqual(response);
    expect(world.queues.waiting.filter(({ queue }) => queue === 'verify')).toHaveLength(1);
    expect((await check('ok@a.fr', NO_WAIT, 'order-7')).body.code).toBe('request_reused');
    await world.drain();
    await world.advanceMinutes(60, 3);
    const answered = await check('grey@a.fr', NO_WAIT, 'order-7');
    expect(answered).toEqual(await poll(response));
    expect(answered.status).toBe(200);
    expect(await credits()).toEqual({ available: 1, consumed: 1 });
  });

  it('ends with the verdict of a waiting request with the same idempotency key', async () => {
    const { world, check, poll, credits } = await setUp();
    const response = await check('grey@a.fr', NO_WAIT, 'order-7');
    expect((await check('grey@a.fr', {}, 'order-7')).body.result?.reason).toBe('greylisted');
    await world.drain();
    expect((await poll(response)).body.result?.reason).toBe('greylisted');
    expect(await credits()).toEqual({ available: 1, consumed: 0 });
  });
});

describe('an address with surrounding text', () => {
  it.each([
    ['a name and angle brackets', 'Jane Doe <ok@a.fr>'],
    ['a scheme', 'mailto:ok@a.fr'],
    ['an invisible character after it', 'ok@a.fr\u200b'],
    ['an invisible character before it', '\u200bok@a.fr'],
  ])('is checked without %s, and counts as the same request', async (_, email) => {
    const { world, check } = await setUp();
    const response = await check(email, {}, 'order-7');
    expect(response).toMatchObject({ status: 200, body: { result: { email: 'ok@a.fr' } } });
    expect([...world.engine.attempts.keys()]).toEqual(['ok@a.fr']);
    expect(await check('ok@a.fr', {}, 'order-7')).toEqual(response);
  });
});

describe('a check with a timeout', () => {
  it('returns the verdict if it is known in time', async () => {
    const { check, credits } = await setUp();
    expect(await check('ok@a.fr', { timeout_s: 5 })).toMatchObject({ status: 200 });
    expect(await credits()).toEqual({ available: 0, consumed: 1 });
  });

  it('continues in the background if the server defers it or the time is up', async () => {
    const { world, check, poll } = await setUp(2);
    const grey = await check('grey@a.fr', { timeout_s: 5 });
    expect(grey).toMatchObject({ status: 202, retryAfter: '305' });
    world.engine.limits.push(0);
    const slow = await check('ok@a.fr', { timeout_s: 1 });
    expect(slow).toMatchObject({ status: 202, retryAfter: '5' });
    await world.drain();
    expect((await poll(slow)).status).toBe(200);
    await world.advanceMinutes(40, 3);
    expect((await poll(grey)).status).toBe(200);
  });

  it('always returns a verdict if the request sets no timeout', async () => {
    const { check, credits } = await setUp();
    for (const more of [{}, { wait: true }])
      expect(await check('grey@a.fr', more)).toMatchObject({
        status: 200,
        body: { result: { reason: 'greylisted' } },
      });
    expect(await credits()).toEqual({ available: 1, consumed: 0 });
  });
});

it('resends a lost message, and ignores messages that arrive late or twice', async () => {
  const { world, check, poll, credits } = await setUp();
  const response = await check('ok@a.fr', NO_WAIT);
  const lost = world.queues.waiting.splice(0).find(({ queue }) => queue === 'verify');
  await world.advanceMinutes(14);
  expect((await poll(response)).status).toBe(202);
  await world.advanceMinutes(2);
  expect((await poll(response)).status).toBe(200);
  if (lost) for (let time = 0; time < 2; time += 1) await world.deliver(lost);
  expect(world.engine.attempts.get('ok@a.fr')).toBe(1);
  expect(await credits()).toEqual({ available: 0, consumed: 1 });
});

it('processes a message that was queued so long that it was considered lost', async () => {
  const { world, check, poll, credits } = await setUp();
  const response = await check('ok@a.fr', NO_WAIT);
  const late = world.queues.waiting.find(({ queue }) => queue === 'verify');
  world.context.clock.advance(16 * 60_000);
  await world.reconcile();
  if (late) await world.deliver(late);
  expect((await poll(response)).status).toBe(200);
  await world.drain();
  expect(world.engine.attempts.get('ok@a.fr')).toBe(1);
  expect(await credits()).toEqual({ available: 0, consumed: 1 });
});

it('is answered, or ends free of charge, after an outage of two days', async () => {
  const { world, check, poll, credits } = await setUp(2);
  const answered = await check('ok@a.fr', NO_WAIT);
  const inconclusive = await check('odd@a.fr', NO_WAIT);
  world.queues.waiting.length = 0;
  world.context.clock.advance(48 * 3_600_000);
  await world.advanceMinutes(60, 10);
  expect(await poll(answered)).toMatchObject({ body: { data: 'This email is valid' } });
  expect(await poll(inconclusive)).toMatchObject({ body: { result: { status: 'unknown' } } });
  expect(await credits()).toEqual({ available: 1, consumed: 1 });
  expect(await Array.fromAsync(world.context.checks.pendingItems())).toEqual([]);
});

it('does not retry early when the message of an earlier attempt is delivered again', async () => {
  const { world, check, poll } = await setUp();
  const response = await check('grey@a.fr', NO_WAIT);
  const first = world.queues.waiting.find(({ queue }) => queue === 'verify');
  await world.drain();
  const waiting = world.queues.waiting.length;
  if (first) await world.deliver(first);
  expect(world.engine.attempts.get('grey@a.fr')).toBe(1);
  expect(world.queues.waiting).toHaveLength(waiting);
  expect(await poll(response)).toMatchObject({ status: 202, retryAfter: '305' });
});

it('ends a check that fails each time as unknown, free of charge', async () => {
  const { world, check, poll, credits } = await setUp();
  const response = await check('poison@a.fr', NO_WAIT);
  await world.advanceMinutes(180, 4);
  const result = { status: 'unknown', reason: 'server_error' };
  expect(await poll(response)).toMatchObject({ status: 200, body: { result } });
  expect(await credits()).toEqual({ available: 1, consumed: 0 });
  expect(world.queues.waiting).toEqual([]);
  await expectInvariants(world);
});

it('abandons a check only for the message of its current attempt', async () => {
  const { world, check, poll } = await setUp();
  const response = await check('ok@a.fr', NO_WAIT);
  const id = { userId: world.userId, requestId: response.body.pending?.id ?? '' };
  const abandonMessage = (message: Parameters<typeof abandonCheck>[1]) =>
    runAs(abandon, () => abandonCheck(world.context, message));
  expect(await abandonMessage({ ...id, attempt: 1 })).toMatchObject({
    outcome: 'noop',
  });
  expect(await abandonMessage({ ...id, attempt: 0 })).toMatchObject({
    outcome: 'failed',
  });
  const { result } = (await poll(response)).body;
  expect(result?.status).toBe('unknown');
  // The owner's endpoints receive the same result as the API returns, once.
  const events = await Array.fromAsync(world.context.outbox.listForUser(world.userId));
  expect(events).toMatchObject([
    { type: 'check.answered', subject: id.requestId, data: { id: id.requestId, result } },
  ]);
});

it('drops the check of a closed account', async () => {
  const { world, check } = await setUp();
  const response = await check('ok@a.fr', NO_WAIT);
  await world.context.db.delete({
    PK: `USER#${world.userId}`,
    SK: `CHECK#${response.body.pending?.id}`,
  });
  await world.drain();
  await world.advanceMinutes(16);
  const pending = await Array.fromAsync(world.context.checks.pendingItems());
  expect(pending.filter(({ userId }) => userId === world.userId)).toEqual([]);
  expect(world.engine.attempts.size).toBe(0);
});

it('rejects a check with Retry-After if all shared slots are taken', async () => {
  const { world, check, credits } = await setUp();
  const { checkSlots } = world.context;
  const held = [];
  for (let at = 0; at < DEFAULT_CHECKS_IN_FLIGHT; at += 1) {
    const slot = await checkSlots.take(`account ${at}`, 10);
    if (slot) held.push(slot);
  }
  const refused = await check('ok@a.fr');
  expect(held).toHaveLength(DEFAULT_CHECKS_IN_FLIGHT);
  expect(refused).toMatchObject({
    status: 429,
    retryAfter: '2',
    body: { code: 'too_many_requests' },
  });
  expect(await credits()).toEqual({ available: 1, consumed: 0 });
  for (const slot of held) await checkSlots.release(slot);
  expect((await check('ok@a.fr')).status).toBe(200);
});

it('answers sandbox addresses under any key, outside credits and usage', async () => {
  const { world, check, poll, credits } = await setUp(0);
  const entries = () => Array.fromAsync(world.context.ledger.entries(world.userId));
  const before = await entries();
  expect(await check('Jane <deliverable@sandbox.test>')).toMatchObject({
    status: 200,
    body: { result: { email: 'deliverable@sandbox.test', status: 'deliverable' } },
  });
  const pending = await check('risky@sandbox.test', NO_WAIT);
  expect(pending.status).toBe(202);
  expect((await poll(pending)).body.result?.status).toBe('risky');
  expect((await check('other@sandbox.test')).body.code).toBe('not_enough_credits');
  expect(await credits()).toEqual({ available: 0, consumed: 0 });
  expect(await entries()).toEqual(before);
  expect(world.engine.attempts.size).toBe(0);
});

it('answers a background check of a test key from the sandbox without storing it', async () => {
  const { world } = await setUp();
  const headers = { 'X-Api-Key': world.owner.testKey ?? '' };
  const body = { email: 'Risky@sandbox.test', wait: false };
  const response = await callApi(world, checkEmail, { headers, body });
  expect(response).toMatchObject({ status: 202, location: '/api/verify/email/test-risky' });
  const params = { id: 'test-risky' };
  expect((await callApi(world, getCheck, { headers, params })).body.result?.status).toBe('risky');
  expect(world.queues.waiting.map(({ queue }) => queue)).toEqual(['list']);
});

describe('without capacity for the engine', () => {
  /** Lambda throttles the next `times` calls of the engine. */
  function throttle({ engine }: PipelineHarness, times: number): void {
    const verify = engine.verify.bind(engine);
    let left = times;
    engine.verify = (...call) => {
      left -= 1;
      if (left >= 0) throw new AppError('checks_unavailable');
      return verify(...call);
    };
  }

  it('a check fails with 503 and Retry-After, and its credit is refunded', async () => {
    const { world, check, credits } = await setUp();
    throttle(world, 1);
    expect(await check('ok@a.fr')).toMatchObject({
      status: 503,
      retryAfter: '30',
      body: { code: 'checks_unavailable' },
    });
    expect(await credits()).toEqual({ available: 1, consumed: 0 });
    expect(await check('ok@a.fr')).toMatchObject({ status: 200 });
    expect(await credits()).toEqual({ available: 0, consumed: 1 });
    await expectInvariants(world);
  });

  it('a check with an idempotency key continues if the call is repeated, or is refunded', async () => {
    const { world, check, credits } = await setUp(2);
    throttle(world, 2);
    expect(await check('ok@a.fr', {}, 'a')).toMatchObject({ status: 503 });
    expect(await check('ok@b.fr', {}, 'b')).toMatchObject({ status: 503 });
    expect(await check('ok@a.fr', {}, 'a')).toMatchObject({ status: 200 });
    expect(await credits()).toEqual({ available: 0, consumed: 2 });
    await world.advanceMinutes(3);
    expect(await credits()).toEqual({ available: 1, consumed: 1 });
    await expectInvariants(world);
  });

  it('a check whose caller can poll continues in the background, without losing a receive', async () => {
    const { world, check, poll, credits } = await setUp();
    throttle(world, 30);
    const response = await check('ok@a.fr', { timeout_s: 5 });
    expect(response).toMatchObject({ status: 202 });
    for (let turn = 0; turn < 30; turn += 1) {
      await world.drain();
      expect(world.queues.waiting.every(({ receives }) => receives === 0)).toBe(true);
      world.context.clock.advance(ENGINE_BUSY_SECONDS * 1000);
    }
    expect(await poll(response)).toMatchObject({
      status: 200,
      body: { result: { status: 'deliverable' } },
    });
    expect(await credits()).toEqual({ available: 0, consumed: 1 });
    await expectInvariants(world);
  });
});
