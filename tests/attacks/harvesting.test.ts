import { describe, expect, it } from 'vitest';
import { nextUtcMidnight } from '../../shared/model/duration.ts';
import { routes } from '../support/routes.ts';
import { createApiEvent } from '../support/api-event.ts';
import { exhaustFreeAnswers } from '../support/free-answers.ts';
import { invoke } from '../support/invoke.ts';
import { newSourceIp } from '../support/account-harness.ts';
import { startFileTable } from '../support/file-table.ts';
import { type PipelineHarness, createPipelineHarness } from '../support/pipeline-harness.ts';

/** Attacks that cause work without being charged, or guess addresses one at a time. */

const table = await startFileTable();

async function createCustomer(paid: boolean): Promise<PipelineHarness> {
  const world = await createPipelineHarness(table, { paid });
  await world.grant(1000);
  return world;
}

async function check({ context, headers }: PipelineHarness, email: string, more: object = {}) {
  const body = { email, ...more };
  const event = createApiEvent(routes.checkEmail.route, { headers, body, sourceIp: newSourceIp() });
  return { status: (await invoke(routes.checkEmail, context, event)).statusCode };
}

/** Checks one address per second until one is rejected. Returns the number of verdicts. */
async function checkUntilRefused(
  world: PipelineHarness,
  max: number,
  emailAt: (at: number) => string,
) {
  for (let at = 0; at < max; at += 1) {
    world.context.clock.advance(1100);
    const { status } = await check(world, emailAt(at));
    if (status === 429) return at;
    expect(status).toBe(200);
  }
  return max;
}

describe('guessing the addresses of a domain by single checks', () => {
  it('is blocked for a trial account after 30 rejected addresses, until midnight', async () => {
    const world = await createCustomer(false);
    expect(await checkUntilRefused(world, 300, (at) => `bad${at}@acme.fr`)).toBe(30);
    const { clock } = world.context;
    expect(await check(world, 'ok@other.fr')).toMatchObject({ status: 200 });
    clock.advance(nextUtcMidnight(clock.now()) - clock.now());
    expect(await check(world, 'bad99@acme.fr')).toMatchObject({ status: 200 });
  });

  it('is rejected however the address is written', async () => {
    const world = await createCustomer(false);
    const written = [
      (at: number) => `<bad${at}@acme.fr>`,
      (at: number) => `mailto:bad${at}@acme.fr`,
      (at: number) => `Jo <bad${at}@acme.fr>`,
    ];
    const emailAt = (at: number): string => written[at % 3]?.(at) ?? '';
    expect(await checkUntilRefused(world, 60, emailAt)).toBe(30);
  });

  it('slows down a paying account to 60 addresses a minute', async () => {
    const world = await createCustomer(true);
    for (let at = 0; at < 30; at += 1) await check(world, `bad${at}@acme.fr`);
    const { context, userId } = world;
    // Records all but 50 of the verdicts that the limit allows in a burst.
    await context.limits.record('guessed_domain', `${userId}#acme.fr`, 550);
    let answered = 0;
    // Ten checks per second use all of the account's slots.
    for (let at = 0; at < 400; at += 1) {
      context.clock.advance(100);
      if ((await check(world, `bad${30 + at}@acme.fr`)).status === 200) answered += 1;
    }
    expect(answered).toBeGreaterThan(50);
    expect(answered).toBeLessThan(110);
    expect(await check(world, 'bad1@other.fr')).toMatchObject({ status: 200 });
  });

  it('counts checks whose answer comes in the background', async () => {
    const world = await createCustomer(false);
    for (let at = 0; at < 30; at += 1) {
      world.context.clock.advance(1100);
      await check(world, `bad${at}@acme.fr`, { wait: false });
      await world.drain();
    }
    expect(await check(world, 'bad99@acme.fr')).toMatchObject({ status: 429 });
  });

  it('does not count the repetition of a request', async () => {
    const world = await createCustomer(false);
    const { context, headers } = world;
    const repeated = { ...headers, 'Idempotency-Key': 'one' };
    for (let at = 0; at < 40; at += 1) {
      context.clock.advance(1100);
      const parts = { headers: repeated, body: { email: 'bad@acme.fr' }, sourceIp: newSourceIp() };
      const event = createApiEvent(routes.checkEmail.route, parts);
      expect(await invoke(routes.checkEmail, context, event)).toMatchObject({ statusCode: 200 });
    }
  });
});

it('inconclusive checks of a trial account end with its daily limit, shared with its lists', async () => {
  const world = await createCustomer(false);
  const { clock } = world.context;
  clock.advance(nextUtcMidnight(clock.now()) - clock.now());
  await exhaustFreeAnswers(world, undefined, 15);
  const listId = await world.upload(
    Array.from('1234567890', (at) => `odd${at}@a${at}.fr`).join('\n'),
  );
  await world.drain();
  expect(await world.list(listId)).toMatchObject({ status: 7 });
  expect(await checkUntilRefused(world, 20, (at) => `odd${at}@b.fr`)).toBe(5);
  expect(await check(world, 'ok@b.fr')).toMatchObject({ status: 429 });
});
