import { describe, expect, it } from 'vitest';
import { checkEmail } from '../../functions/checks/api.ts';
import { nextUtcMidnight } from '../../shared/model/duration.ts';
import { API_RATE_LIMITS } from '../../shared/contract/limits/limits.ts';
import { newSourceIp } from '../support/account-harness.ts';
import { invoke } from '../support/invoke.ts';
import { createApiEvent } from '../support/api-event.ts';
import { crashAtEachCall } from '../support/crash-at-each-call.ts';
import { exhaustFreeAnswers, readFreeAnswers } from '../support/free-answers.ts';
import { startFileTable } from '../support/file-table.ts';
import { createFakeVerdict } from '../support/fake-engine.ts';
import { type PipelineHarness, createPipelineHarness } from '../support/pipeline-harness.ts';

/** Attacks by a customer whose unresponsive servers occupy a function for 20 s per check. */

const table = await startFileTable();

async function check(world: PipelineHarness, more: object = {}, headers = world.headers) {
  const parts = {
    headers,
    body: { email: 'ok@a.fr', ...more },
    sourceIp: newSourceIp(),
  };
  const {
    statusCode,
    headers: sent,
    body,
  } = await invoke(checkEmail, world.context, createApiEvent(checkEmail.route, parts));
  const { code } = JSON.parse(body) as { code?: string };
  return { status: statusCode, code, retryAfter: sent?.['Retry-After'] };
}

/** Keeps mail servers silent until they are released. The verdict is then unknown. */
function stallServers({ engine }: PipelineHarness, reason: 'timeout' | 'not_answered' = 'timeout') {
  const { verify } = engine;
  let started = 0;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  engine.verify = async function* ([email = '']) {
    started += 1;
    await released;
    yield { index: 0, verdict: createFakeVerdict(email, 'unknown', reason) };
  };
  return {
    started: () => started,
    async reached(checks: number): Promise<void> {
      await expect.poll(() => started).toBe(checks);
    },
    /** Makes servers reply immediately to new checks; earlier checks still wait. */
    answer(): void {
      engine.verify = verify;
    },
    letGo: release,
  };
}

/** Waits until each call has reached a server or was rejected. */
async function placed(
  calls: readonly ReturnType<typeof check>[],
  servers: readonly ReturnType<typeof stallServers>[],
): Promise<void> {
  let refused = 0;
  for (const call of calls)
    void (async () => {
      if ((await call).status === 429) refused += 1;
    })();
  const started = () => servers.reduce((sum, each) => sum + each.started(), 0);
  await expect.poll(() => started() + refused).toBe(calls.length);
}

describe.each([
  ['a trial account', false, 2],
  ['a paying customer', true, 10],
] as const)('%s', (_, paid, most) => {
  it('is limited in concurrent checks, and gets a Retry-After beyond the limit', async () => {
    const world = await createPipelineHarness(table, { paid });
    await world.grant(100);
    const servers = stallServers(world);
    const held = Array.from({ length: most }, () => check(world));
    await servers.reached(most);
    const refused = await check(world);
    expect(refused).toMatchObject({
      status: 429,
      code: 'too_many_requests',
      retryAfter: expect.stringMatching(/^[1-9]$/),
    });
    servers.answer();
    servers.letGo();
    for (const each of await Promise.all(held)) expect(each.status).toBe(200);
    // A rejected check is free, and finished checks make room for new ones.
    expect(await world.context.ledger.balance(world.userId)).toMatchObject({ available: 100 });
    expect((await check(world)).status).toBe(200);
  });

  it('does not use up the slots of another customer', async () => {
    const [world, other] = [
      await createPipelineHarness(table, { paid }),
      await createPipelineHarness(table),
    ];
    for (const each of [world, other]) await each.grant(100);
    const servers = stallServers(world);
    const held = Array.from({ length: most }, () => check(world));
    await servers.reached(most);
    expect((await check(other)).status).toBe(200);
    servers.letGo();
    await Promise.all(held);
  });

  it('gets back the slots of checks whose function crashed', async () => {
    const world = await createPipelineHarness(table, { paid });
    await world.grant(100);
    const servers = stallServers(world);
    const dead = Array.from({ length: most }, () => check(world));
    await servers.reached(most);
    expect((await check(world)).status).toBe(429);
    world.context.clock.advance(31_000);
    servers.answer();
    expect((await check(world)).status).toBe(200);
    servers.letGo();
    await Promise.all(dead);
  });
});

describe('paying accounts with silent servers', () => {
  it('leave slots to other customers, even if ten of them use all their slots at once', async () => {
    const attackers = await Promise.all(
      Array.from({ length: 10 }, () => createPipelineHarness(table, { paid: true })),
    );
    const payer = await createPipelineHarness(table, { paid: true });
    for (const each of [...attackers, payer]) await each.grant(100);
    const servers = attackers.map((each) => stallServers(each));
    const held: ReturnType<typeof check>[] = [];
    for (let round = 0; round < 3; round += 1) {
      held.push(...attackers.flatMap((each) => Array.from({ length: 10 }, () => check(each))));
      await placed(held, servers);
    }
    for (let made = 0; made < 20; made += 1) expect((await check(payer)).status).toBe(200);
    const atOnce = await Promise.all([1, 2, 3].map(() => check(payer)));
    expect(atOnce.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const each of servers) each.letGo();
    await Promise.all(held);
  });

  it('have ten slots each while there are nine of them', async () => {
    const payers = await Promise.all(
      Array.from({ length: 9 }, () => createPipelineHarness(table, { paid: true })),
    );
    for (const each of payers) await each.grant(100);
    const servers = payers.map((each) => stallServers(each));
    const held: ReturnType<typeof check>[] = [];
    for (const [at, each] of payers.entries()) {
      held.push(...Array.from({ length: 10 }, () => check(each)));
      await servers[at]?.reached(10);
    }
    for (const each of servers) each.letGo();
    expect(new Set((await Promise.all(held)).map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe('unknown verdicts that took long', () => {
  /** Runs a single check whose mail server does not respond for `seconds`. */
  async function checkSlowly(world: PipelineHarness, seconds: number) {
    const { verify } = world.engine;
    world.engine.verify = async function* ([email = '']) {
      world.context.clock.advance(seconds * 1000);
      yield { index: 0, verdict: createFakeVerdict(email, 'unknown', 'timeout') };
    };
    const response = await check(world);
    world.engine.verify = verify;
    return response;
  }

  const statusesOf = async (
    world: PipelineHarness,
    checks: number,
    seconds: number,
  ): Promise<number[]> => {
    const statuses: number[] = [];
    for (let made = 0; made < checks; made += 1)
      statuses.push((await checkSlowly(world, seconds)).status);
    return statuses;
  };

  it('end for a trial account with its daily budget, however many run at once', async () => {
    const world = await createPipelineHarness(table);
    await world.grant(300);
    const { clock } = world.context;
    clock.advance(nextUtcMidnight(clock.now()) - clock.now());
    await exhaustFreeAnswers(world, undefined, 5);
    const statuses: number[] = [];
    for (let at = 0; at < 10; at += 1) {
      const pair = [1, 2].map((each) => check(world, { email: `odd${each}@a.fr`, wait: false }));
      for (const { status } of await Promise.all(pair)) statuses.push(status);
    }
    // Checks that continue in the background have reserved their answers.
    expect(statuses.filter((status) => status === 202)).toHaveLength(5);
    await world.drain();
    expect(await readFreeAnswers(world)).toEqual({ used: 500, limit: 500 });
    expect(Number((await check(world)).retryAfter)).toBeGreaterThan(3600);
    clock.advance(nextUtcMidnight(clock.now()) - clock.now());
    // Conclusive checks return their answers.
    for (let made = 0; made < 3; made += 1) expect((await check(world)).status).toBe(200);
    expect(await readFreeAnswers(world)).toEqual({ used: 0, limit: 200 });
  });

  it('are repeated for the same idempotency key although no free answer is left', async () => {
    const world = await createPipelineHarness(table, { paid: true });
    await world.grant(300);
    const again = (key: string) =>
      check(world, { email: 'odd@a.fr' }, { ...world.headers, 'Idempotency-Key': key });
    await exhaustFreeAnswers(world, undefined, 1);
    const answered = await again('one');
    expect(answered.status).toBe(200);
    expect(await again('one')).toEqual(answered);
    expect(await again('two')).toMatchObject({ status: 429, code: 'too_many_requests' });
    // A refused request neither takes a credit nor uses up its key.
    expect(await world.context.ledger.balance(world.userId)).toMatchObject({ available: 300 });
    world.context.clock.advance(24 * 3600_000);
    expect((await again('two')).status).toBe(200);
  });

  it('count once after a crash at any call of a check', async () => {
    const attempts = await crashAtEachCall(async (crash) => {
      const world = await createPipelineHarness(table, { paid: true });
      const { clock } = world.context;
      // Free answers count by UTC day, and the attempt must stay within one.
      clock.advance(nextUtcMidnight(clock.now()) - clock.now());
      await world.grant(10);
      await crash(world.faults, async () => {
        await check(world, { email: 'odd@a.fr', wait: false });
        await world.drain();
      });
      await world.advanceMinutes(48, 16);
      const undone = (await Array.fromAsync(world.context.ledger.entries(world.userId))).filter(
        ({ kind }) => kind === 'undo',
      );
      // A check without a verdict was abandoned, because its request failed.
      const checks = await Promise.all(
        undone.map(({ id }) => world.context.checks.get(world.userId, id.slice('undo:'.length))),
      );
      const answered = checks.filter((each) => each?.verdict);
      expect((await readFreeAnswers(world)).used).toBe(answered.length);
    });
    expect(attempts).toBeGreaterThan(10);
  });

  it.each([
    ['', 20, {}, 'timeout'],
    [', even with a short deadline', 9, { timeout_s: 9 }, 'not_answered'],
  ] as const)('use half of the time of ten paid slots%s', async (_, seconds, more, reason) => {
    const world = await createPipelineHarness(table, { paid: true });
    await world.grant(1000);
    const { clock, limits } = world.context;
    // Records slow checks of the previous hour: ten fewer than the limit.
    await limits.record(
      'slow_check_paid',
      world.userId,
      API_RATE_LIMITS.slow_check_paid.calls - 10,
    );
    let answered = 0;
    const rounds = Math.round(600 / seconds);
    for (let round = 0; round < rounds; round += 1) {
      const servers = stallServers(world, reason);
      const calls = Array.from({ length: 10 }, () => check(world, more));
      await placed(calls, [servers]);
      clock.advance(seconds * 1000);
      servers.letGo();
      servers.answer();
      const statuses = (await Promise.all(calls)).map(({ status }) => status);
      answered += statuses.filter((status) => status !== 429).length;
    }
    expect(answered / (10 * rounds)).toBeGreaterThan(0.4);
    expect(answered / (10 * rounds)).toBeLessThan(0.65);
  });

  it('do not limit forty checks of a paying account, or verdicts within two seconds', async () => {
    const [payer, soon] = [
      await createPipelineHarness(table, { paid: true }),
      await createPipelineHarness(table),
    ];
    for (const each of [payer, soon]) await each.grant(100);
    expect(new Set(await statusesOf(payer, 40, 20))).toEqual(new Set([200]));
    expect(new Set(await statusesOf(soon, 40, 2))).toEqual(new Set([200]));
  });
});
