import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { solveCaptcha } from '../../localstack/captcha-solution.ts';
import { AUTH_RULES } from '../../shared/contract/auth.ts';
import { contract, type RouteName } from '../../shared/contract/index.ts';
import { API_RATE_LIMITS } from '../../shared/contract/limits/limits.ts';
import type { Route } from '../../shared/contract/route.ts';
import { DAY_MS } from '../../shared/model/duration.ts';
import { DEMO_KEY } from '../../shared/model/form-key.ts';
import { ENGINE_PROBE_ADDRESS, PUBLIC_TEST_KEY } from '../../shared/model/key-kind.ts';
import { VERDICT_STATUSES } from '../../shared/model/verdict.ts';
import type { RouteHandler } from '../../functions/access/serve-route.ts';
import { createAccountHarness } from '../support/account-harness.ts';
import { type ApiEventParts, createApiEvent } from '../support/api-event.ts';
import { invoke } from '../support/invoke.ts';
import { findLeaks } from '../support/log-leaks.ts';
import { routes } from '../support/routes.ts';
import type { TestContext } from '../support/test-context.ts';

/** Abuse of what strangers can use without an account. */

const { call, context, person, table } = createAccountHarness();
const { demo_network: perNetwork, demo: all } = API_RATE_LIMITS;

/** Addresses that reached the engine, in order. */
let verified: string[];
let answerSlowServers: () => void;
let days = 0;

beforeEach(() => {
  verified = [];
  const slowServers = new Promise<void>((resolve) => (answerSlowServers = resolve));
  const { engine } = context();
  const { verify } = engine;
  engine.verify = async function* record(addresses, options) {
    verified.push(...addresses);
    if (addresses[0]?.startsWith('slow')) await slowServers;
    yield* verify(addresses, options);
  };
  // The tests of a file share a table, so each uses its own days.
  days += 10;
  context().clock.advance(days * DAY_MS);
});

async function scan() {
  const { Items = [] } = await table().client.send(new ScanCommand({ TableName: table().name }));
  return Items;
}
const storedKeys = async () => (await scan()).map(({ PK, SK }) => `${PK?.S}/${SK?.S}`);

/** Returns an IPv4 address in a new /24. */
const networkAt = (at: number): string => `198.${18 + (at >> 8)}.${at & 255}.7`;

interface Options {
  readonly captcha?: string;
  readonly origin?: string;
  readonly ask?: string;
}

const send = (
  email: string,
  sourceIp: string,
  { captcha, origin = context().env.PUBLIC_ORIGIN, ask = 'mailbox' }: Options = {},
) =>
  call(routes.checkForm, {
    headers: { 'Content-Type': 'text/plain', Origin: origin },
    body: JSON.stringify({ key: DEMO_KEY, email, ask, captcha }),
    sourceIp,
  });

/** Solves a challenge as the page does. */
async function solve(sourceIp: string): Promise<string> {
  const { body } = await send('ok@a.fr', sourceIp);
  return solveCaptcha((body as { challenge?: unknown }).challenge);
}

/** Checks an address as the page does. Returns its status or the error code. */
async function check(email: string, sourceIp: string): Promise<string> {
  let { body } = await send(email, sourceIp);
  if (body.code === 'captcha_required') {
    const captcha = await solveCaptcha((body as { challenge?: unknown }).challenge);
    ({ body } = await send(email, sourceIp, { captcha }));
  }
  return String(body.code ?? body.data?.['status']);
}

async function countOutcomes(times: number, run: (at: number) => Promise<string>) {
  const counts: Record<string, number> = {};
  for (let at = 0; at < times; at += 1) {
    const outcome = await run(at);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

describe('the check on the start page', () => {
  it('answers sandbox addresses without a limit, a proof of work or the engine', async () => {
    const sample = (at: number) =>
      send(` ${VERDICT_STATUSES[at % 4]}@Sandbox.test`, networkAt(0)).then(({ body }) =>
        String(body.data?.['status']),
      );
    const each = 5 * perNetwork.calls;
    expect(await countOutcomes(4 * each, sample)).toEqual(
      Object.fromEntries(VERDICT_STATUSES.map((status) => [status, each])),
    );
    expect(verified).toEqual([]);
  });

  it('answers any other address after a proof of work', async () => {
    expect((await send('bad@a.fr', networkAt(0))).body.code).toBe('captcha_required');
    expect(verified).toEqual([]);
    const captcha = await solve(networkAt(0));
    expect((await send('bad@a.fr', networkAt(0), { captcha })).body.data).toEqual({
      status: 'undeliverable',
      reason: 'no_such_mailbox',
    });
  });

  it('neither stores nor logs the address, whatever the outcome', async () => {
    for (const name of ['ok', 'bad', 'odd', 'ok', 'bad', 'odd', 'ok', 'bad', 'odd', 'ok', 'late'])
      await check(`${name}-stranger@a.fr`, networkAt(1));
    await send('stranger@@a.fr', networkAt(1));
    await send('other-stranger@a.fr', networkAt(1), { origin: 'https://shop.example' });
    expect(verified).toHaveLength(perNetwork.calls);
    const stored = JSON.stringify(await scan());
    expect(stored.includes('demo_network')).toBe(true);
    expect(stored.includes('stranger')).toBe(false);
    expect(context().lines.join()).toContain('"status":429');
    expect(context().lines.join()).not.toContain('stranger');
    expect(findLeaks(context().lines, verified)).toEqual([]);
  });

  it.each([
    ['another site', { origin: 'https://shop.example' }, 'ok@a.fr', 'wrong_origin'],
    ['a subdomain', { origin: 'https://x.app.tamis.example' }, 'ok@a.fr', 'wrong_origin'],
    ['a malformed address', {}, 'a b@', 'bad_address'],
    ['a check of the domain only', { ask: 'domain' }, 'ok@a.fr', undefined],
  ])('does no work for %s', async (_, options, email, code) => {
    const { body } = await send(email, networkAt(2), options);
    expect([body.code, body.data?.['status']]).toEqual([code, undefined]);
    expect(verified).toEqual([]);
  });
});

describe('free verification', () => {
  it.each([
    ['IPv4 address', () => networkAt(3)],
    ['IPv4 /24', (at: number) => `203.0.113.${at}`],
    ['IPv6 /64', (at: number) => `2001:db8:3:4::${at + 1}`],
    ['IPv6 /48', (at: number) => `2001:db8:5:${at.toString(16)}::1`],
  ])('ends after a few addresses a day from an %s', async (_, ipAt) => {
    const run = (at: number) => check(`ok${at}@a${at}.fr`, ipAt(at));
    expect(await countOutcomes(perNetwork.calls + 3, run)).toEqual({
      deliverable: perNetwork.calls,
      daily_bound: 3,
    });
    expect(verified).toHaveLength(perNetwork.calls);
  });

  it('does not exceed the limit if calls with separate solutions are concurrent', async () => {
    Object.assign(context().env, { CHECKS_IN_FLIGHT_TRIAL: 50 });
    const solutions = await Promise.all(
      Array.from({ length: 3 * perNetwork.calls }, () => solve(networkAt(4))),
    );
    await Promise.all(solutions.map((captcha) => send('ok@a.fr', networkAt(4), { captcha })));
    expect(verified.length).toBeGreaterThan(0);
    expect(verified.length).toBeLessThanOrEqual(perNetwork.calls);
    const used = verified.length;
    const rest = (at: number) => check(`ok${at}@b.fr`, networkAt(4));
    expect((await countOutcomes(perNetwork.calls, rest))['daily_bound']).toBe(used);
  });

  it('runs few checks at once; those without a slot use up nothing and can be repeated', async () => {
    const { CHECKS_IN_FLIGHT_TRIAL: slots } = context().env;
    const solutions = await Promise.all([1, 2, 3, 4, 5, 6].map(() => solve(networkAt(4))));
    const codes: unknown[] = [];
    await Promise.all(
      solutions.map(async (captcha) => {
        const { body } = await send('slow@a.fr', networkAt(4), { captcha });
        codes.push(body.code);
        // All other calls were rejected while these were running.
        if (codes.length === solutions.length - slots) answerSlowServers();
      }),
    );
    expect(verified.length).toBeLessThanOrEqual(slots);
    expect(new Set(codes)).toEqual(new Set(['too_many_requests', undefined]));
    const used = verified.length;
    const rest = (at: number) => check(`ok${at}@b.fr`, networkAt(4));
    expect((await countOutcomes(perNetwork.calls, rest))['daily_bound']).toBe(used);
  });

  it('needs a new solution of a current challenge for each address', async () => {
    const captcha = await solve(networkAt(5));
    const late = await solve(networkAt(6));
    expect((await send('ok@a.fr', networkAt(5), { captcha })).body.code).toBeUndefined();
    const forged = ['', 'e30=', `${captcha}=`, captcha];
    for (const replayed of forged)
      for (const from of [5, 6])
        expect((await send('ok2@a.fr', networkAt(from), { captcha: replayed })).body.code).toBe(
          'captcha_required',
        );
    context().clock.advance(11 * 60_000);
    expect((await send('ok@a.fr', networkAt(6), { captcha: late })).body.code).toBe(
      'captcha_required',
    );
    expect(verified).toEqual(['ok@a.fr']);
  });

  it('is used up by one of several concurrent calls with the same solution', async () => {
    const captcha = await solve(networkAt(7));
    await Promise.all(
      Array.from({ length: 10 }, (_, at) => send(`ok${at}@a.fr`, networkAt(7), { captcha })),
    );
    expect(verified).toHaveLength(1);
  });

  it('ends for guessed addresses of a domain, from whatever networks', async () => {
    const guess = (at: number) => check(`bad${at}@acme.fr`, networkAt(20 + at));
    expect(await countOutcomes(40, guess)).toEqual({ undeliverable: 30, too_many_requests: 10 });
    expect(verified).toHaveLength(30);
    expect(await check('ok@other.fr', networkAt(70))).toBe('deliverable');
  });
});

describe('using up the checks of all visitors', () => {
  const flood = (times: number, first: number) =>
    countOutcomes(times, (at) => check(`ok@a${at}.fr`, networkAt(first + at)));

  it('takes as many networks as checks, leaves the sandbox, and ends within minutes', async () => {
    expect(await flood(all.calls + 10, 100)).toEqual({ deliverable: all.calls, daily_bound: 10 });
    expect(await check('deliverable@sandbox.test', networkAt(300))).toBe('deliverable');
    context().clock.advance((all.seconds / all.calls) * 1000);
    expect(await check('ok@a.fr', networkAt(300))).toBe('deliverable');
    expect(await check('ok@a.fr', networkAt(301))).toBe('daily_bound');
    expect(verified).toHaveLength(all.calls + 1);
  });

  it('yields a limited number of checks a day', async () => {
    const periods = DAY_MS / 1000 / all.seconds;
    for (let at = 0; at < periods; at += 1) {
      await flood(all.calls + 5, 100 * at);
      context().clock.advance(all.seconds * 1000);
    }
    expect(verified).toHaveLength(periods * all.calls);
    expect(periods * all.calls).toBe(500);
  });

  it('is not possible with concurrent calls from many networks', async () => {
    const from = (at: number) => networkAt(100 + at);
    for (let at = 0; at < all.calls - 1; at += 1) await check('ok@a.fr', from(at));
    const solutions = await Promise.all([1, 2, 3, 4, 5].map((at) => solve(from(100 + at))));
    await Promise.all(solutions.map((captcha, at) => send('ok@a.fr', from(100 + at), { captcha })));
    expect(verified).toHaveLength(all.calls);
  });

  it('is not possible from blocked networks, or without solving challenges', async () => {
    await countOutcomes(2 * all.calls, () => check('ok@a.fr', networkAt(8)));
    for (let at = 0; at < 2 * all.calls; at += 1) await send('ok@a.fr', networkAt(900 + at));
    expect(await check('ok@a.fr', networkAt(9))).toBe('deliverable');
    expect(verified).toHaveLength(perNetwork.calls + 1);
  });
});

describe('the public test key', () => {
  const headers = { 'X-Api-Key': PUBLIC_TEST_KEY };

  async function open(route: RouteHandler<Route, TestContext>, parts: ApiEventParts) {
    const event = createApiEvent(route.route, { headers, sourceIp: networkAt(10), ...parts });
    const { statusCode, body } = await invoke(route, context(), event);
    return { status: statusCode, body: JSON.parse(body) as Record<string, unknown> };
  }
  const verify = (body: object, parts: ApiEventParts = {}) => {
    // The limit per second is tested elsewhere.
    context().clock.advance(1000);
    return open(routes.checkEmail, { body, ...parts });
  };

  it.each(VERDICT_STATUSES)('answers %s@sandbox.test, also if the caller polls', async (status) => {
    const email = `${status}@sandbox.test`;
    expect((await verify({ email })).body).toMatchObject({ result: { email, status } });
    const bearer = { headers: { Authorization: `Bearer ${PUBLIC_TEST_KEY}` } };
    const accepted = await verify({ email, wait: false }, bearer);
    expect(accepted.status).toBe(202);
    const params = { id: `test-${status}` };
    expect(accepted.body['pending']).toMatchObject(params);
    expect((await open(routes.getCheck, { params })).body).toMatchObject({
      result: { email, status },
    });
  });

  it('checks no other address, not even the probe, and stores nothing', async () => {
    const before = new Set(await storedKeys());
    const key = { headers: { ...headers, 'Idempotency-Key': 'k' } };
    for (const email of ['ok@a.fr', ENGINE_PROBE_ADDRESS, 'x@sandbox.test', 'risky@x.sandbox.test'])
      for (const options of [{}, { wait: false }, { timeout_s: 1 }])
        expect((await verify({ email, ...options }, key)).body['code']).toBe('test_address_only');
    await verify({ email: 'deliverable@sandbox.test' }, key);
    expect((await open(routes.getCheck, { params: { id: 'k' } })).status).toBe(404);
    expect(verified).toEqual([]);
    const added = (await storedKeys()).filter((stored) => !before.has(stored));
    expect(added.filter((stored) => !stored.startsWith('RATE#'))).toEqual([]);
    expect(findLeaks(context().lines, ['ok@a.fr', 'deliverable@sandbox.test'])).toEqual([]);
  });

  it('opens no other route, and does not replace a session', async () => {
    const others = (Object.keys(contract) as RouteName[]).filter((name) => {
      const { auth, scope }: Route = contract[name];
      return AUTH_RULES[auth].keys && scope !== 'check';
    });
    expect(others.length).toBeGreaterThan(20);
    for (const name of others) {
      const params = { id: 'none', delivery: 'none' };
      expect([name, (await open(routes[name], { params })).body['code']]).toEqual([
        name,
        'key_scope',
      ]);
    }
    const { headers: session } = await person({ paid: true });
    const both = await verify({ email: 'ok@a.fr' }, { headers: { ...session, ...headers } });
    expect(both.body['code']).toBe('forbidden');
    expect(verified).toEqual([]);
  });

  it('is limited per network, so that a stranger cannot block it for others', async () => {
    const email = 'deliverable@sandbox.test';
    const codes: unknown[] = [];
    for (let at = 0; at <= API_RATE_LIMITS.key_user.calls; at += 1)
      codes.push((await open(routes.checkEmail, { body: { email } })).body['code']);
    expect(codes.lastIndexOf(undefined)).toBe(API_RATE_LIMITS.key_user.calls - 1);
    expect(codes.at(-1)).toBe('too_many_requests');
    const other = { body: { email }, sourceIp: networkAt(11) };
    expect((await open(routes.checkEmail, other)).status).toBe(200);
  });
});
