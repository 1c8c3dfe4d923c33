import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as checkEmail } from '../../functions/checks/api/check-email.ts';
import { newSourceIp } from '../support/account-stage.ts';
import { invoke } from '../support/invoke.ts';
import { apiEvent } from '../support/api-event.ts';
import { type TestTable, startTable } from '../support/dynamo.ts';
import { verdict } from '../support/fake-engine.ts';
import { type PipelineHarness, createPipelineHarness } from '../support/pipeline-harness.ts';

/**
 * Attacks by a customer who controls unresponsive mail servers, so that a free check occupies a
 * function for 20 s.
 */

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

async function check(world: PipelineHarness) {
  const parts = { headers: world.headers, body: { email: 'ok@a.fr' }, sourceIp: newSourceIp() };
  const { statusCode, headers, body } = await invoke(
    checkEmail,
    world.context,
    apiEvent(checkEmail.route, parts),
  );
  const { code } = JSON.parse(body) as { code?: string };
  return { status: statusCode, code, retryAfter: headers?.['Retry-After'] };
}

/** Makes mail servers unresponsive until they are released; the verdict is then unknown. */
function stallServers({ engine }: PipelineHarness) {
  const { verify } = engine;
  let started = 0;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  engine.verify = async function* ([email = '']) {
    started += 1;
    await released;
    yield { index: 0, verdict: verdict(email, 'unknown', 'timeout') };
  };
  return {
    /** Waits until this many checks have reached the mail servers. */
    async reached(checks: number): Promise<void> {
      await expect.poll(() => started).toBe(checks);
    },
    /** From this call on, servers answer at once; earlier checks still wait. */
    answer(): void {
      engine.verify = verify;
    },
    letGo: release,
  };
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
    for (let dead = 0; dead < most; dead += 1) void check(world);
    await servers.reached(most);
    expect((await check(world)).status).toBe(429);
    world.context.clock.advance(31_000);
    servers.answer();
    expect((await check(world)).status).toBe(200);
  });
});

describe('unknown verdicts that took long', () => {
  /** Makes a check whose mail server does not respond for this long. */
  async function checkSlowly(world: PipelineHarness, seconds: number) {
    const { verify } = world.engine;
    world.engine.verify = async function* ([email = '']) {
      world.context.clock.advance(seconds * 1000);
      yield { index: 0, verdict: verdict(email, 'unknown', 'timeout') };
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

  it('limit a trial account to one check in three minutes', async () => {
    const world = await createPipelineHarness(table);
    await world.grant(100);
    const statuses = await statusesOf(world, 40, 20);
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(25);
    const refused = await check(world);
    expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' });
    const seconds = Number(refused.retryAfter);
    expect(seconds).toBeGreaterThan(20);
    expect(seconds).toBeLessThanOrEqual(180);
    world.context.clock.advance(seconds * 1000);
    // Checks with an answer do not count toward the limit.
    for (let made = 0; made < 3; made += 1) expect((await check(world)).status).toBe(200);
    expect(await statusesOf(world, 2, 20)).toEqual([200, 429]);
  });

  it('do not limit paying customers, and do not count if they came quickly', async () => {
    const [payer, soon] = [
      await createPipelineHarness(table, { paid: true }),
      await createPipelineHarness(table),
    ];
    for (const each of [payer, soon]) await each.grant(100);
    expect(new Set(await statusesOf(payer, 40, 20))).toEqual(new Set([200]));
    expect(new Set(await statusesOf(soon, 40, 2))).toEqual(new Set([200]));
  });
});
