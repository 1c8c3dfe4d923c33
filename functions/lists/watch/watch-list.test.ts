import { describe, expect, it } from 'vitest';
import { callHandler as call } from '../../../tests/support/call.ts';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { expectInvariants } from '../../../tests/support/invariants.ts';
import { createFakeVerdict } from '../../../tests/support/fake-engine.ts';
import {
  type PipelineHarness as Harness,
  createPipelineHarness,
} from '../../../tests/support/pipeline-harness.ts';
import { randomFrom } from '../../../tests/support/random.ts';
import { routes } from '../../../tests/support/routes.ts';
import { USER_STATUS } from '../../../shared/model/account.ts';
import type { RowFilter } from '../../../shared/contract/list-rows.ts';
import { deleteList } from '../history/delete-list.ts';
import { describeList } from '../history/describe-list.ts';
import { readResultRows } from '../result/list-rows.ts';
import { selectRows } from '../result/select-rows.ts';
import { recheckList } from '../recheck/recheck-list.ts';
import { formatRecheckId } from '../rules/recheck-id.ts';
import { pauseLists } from '../run/pause-lists.ts';
import { cancelList } from '../run/run-on-list.ts';
import { stopWatch, startWatch } from './watch-list.ts';

const table = await startFileTable();

const DAY_MINUTES = 24 * 60;
/** `odd` is unknown, `any` is at a catch-all domain, and `ok1` is repeated. */
const LIST = [
  'email;name',
  'ok1@a.fr;Zoé',
  'ok2@a.fr;=x',
  'bad1@b.fr;x',
  'nobody;z',
  'any@c.fr;y',
  'odd@d.fr;u',
  'OK1@a.fr;again',
].join('\n');

const detail = (world: Harness, id: string) => describeList(world.context, world.userId, id, 'en');
const watch = ({ context, userId }: Harness, id: string, options: object = {}) =>
  startWatch(context, userId, id, { every: 'week', maxCredits: 100, ...options });
async function rows({ context, userId }: Harness, id: string, filter: RowFilter = {}) {
  const page = await readResultRows(context, userId, id, filter);
  return page.rows.map(({ email, reason }) => `${email} ${reason}`);
}

/** The list has five addresses with valid syntax, four of which are charged. */
async function finishedList(availableCredits = 50, isFree = false) {
  const world = await createPipelineHarness(table);
  if (isFree) makeProviderFree(world);
  await world.grant(availableCredits + 4);
  const listId = await world.upload(LIST);
  await world.drain();
  expect(await detail(world, listId)).toMatchObject({ status: 7, valid: 2, credits_charged: 4 });
  await world.advanceMinutes(30, 30);
  takeAttemptedAddresses(world);
  world.sent.length = 0;
  return { world, listId };
}

const takeAttemptedAddresses = ({ engine }: Harness): string[] => {
  const addresses = [...engine.attempts.keys()].toSorted();
  engine.attempts.clear();
  return addresses;
};

function makeProviderFree({ engine }: Harness): void {
  const verify = engine.verify.bind(engine);
  engine.verify = async function* (addresses, options) {
    for await (const { index, verdict: found } of verify(addresses, options)) {
      const free = addresses[index]?.endsWith('@a.fr') ?? false;
      yield { index, verdict: { ...found, flags: { ...found.flags, free } } };
    }
  };
}

function removeMailbox({ engine }: Harness, deadAddress: string): void {
  const verify = engine.verify.bind(engine);
  engine.verify = async function* (addresses, options) {
    for await (const each of verify(addresses, options)) {
      const isDead = addresses[each.index] === deadAddress;
      const dead = createFakeVerdict(deadAddress, 'undeliverable', 'no_such_mailbox');
      yield isDead ? { ...each, verdict: dead } : each;
    }
  };
}

describe('a watched list', () => {
  it('rechecks addresses when their verdicts are old enough to have changed', async () => {
    const { world, listId } = await finishedList();
    expect(await watch(world, listId)).toMatchObject({ every: 'week', stopped: null });
    const found: Record<number, string[]> = {};
    for (let day = 1; day <= 98; day += 1) {
      await world.advanceMinutes(DAY_MINUTES, DAY_MINUTES);
      const addresses = takeAttemptedAddresses(world);
      if (addresses.length > 0) found[day] = addresses;
    }
    const unknown = ['odd@d.fr'];
    const accepted = ['odd@d.fr', 'ok1@a.fr', 'ok2@a.fr'];
    const whole = ['any@c.fr', ...accepted];
    // Accepted addresses are rechecked at the first weekly checks after 30, 60 and 90 days.
    expect(found).toEqual({
      7: unknown,
      14: unknown,
      21: unknown,
      28: unknown,
      35: accepted,
      42: unknown,
      49: unknown,
      56: unknown,
      63: accepted,
      70: unknown,
      77: unknown,
      84: unknown,
      91: whole,
      98: unknown,
    });
    await expectInvariants(world);
    const ends = (await detail(world, listId)).checks?.map(({ end_date: end }) => end);
    expect(ends).toEqual(ends?.toSorted());
    // Nothing has changed, so no email is sent; only conclusive results are charged.
    expect(world.sent).toEqual([]);
    const { balance } = world.context.ledger;
    expect(await balance(world.userId)).toMatchObject({ consumed: 4 + 3 * 2 + 1, reserved: 0 });
  });

  it('reports changes by email, as rows, in its counts and over time', async () => {
    const { world, listId } = await finishedList();
    await watch(world, listId, { every: 'month' });
    removeMailbox(world, 'ok1@a.fr');
    await world.advanceMinutes(30 * DAY_MINUTES, DAY_MINUTES);
    expect(takeAttemptedAddresses(world)).toEqual(['odd@d.fr', 'ok1@a.fr', 'ok2@a.fr']);
    expect(await detail(world, listId)).toMatchObject({
      status: 7,
      total_email: 6,
      valid: 1,
      invalid: 3,
      risky: 1,
      unknown: 1,
      reasons: { accepted: 1, no_such_mailbox: 2, bad_syntax: 1, catch_all: 1, policy: 1 },
      domains: [{ name: 'a.fr', valid: 1, invalid: 1 }, {}, {}, {}],
      recheck: { changes: { changed: 1, gone: 1, gained: 0 } },
      checks: [{ changed: 1, gone: 1, valid: 1, invalid: 3, credits_charged: 2 }],
    });
    expect(world.sent.map(({ subject }) => subject)).toEqual([
      'What changed in “My list”: 1 no longer valid, 0 newly valid',
    ]);
    expect(world.sent[0]?.text).toContain(`/lists/${listId}?only=changed\n`);
    expect(await rows(world, listId, { only: 'changed' })).toEqual([
      'ok1@a.fr no_such_mailbox',
      'OK1@a.fr no_such_mailbox',
    ]);
    expect(await rows(world, listId)).toHaveLength(7);
    const list = await world.list(listId);
    const chosen = { type: 'all', format: 'csv', columns: ['original'], language: 'en' } as const;
    const filter = { only: 'changed', duplicates: false } as const;
    const file = list && selectRows(world.context, list, { ...chosen, filter });
    const text = Buffer.concat(await Array.fromAsync(file ?? [])).toString();
    expect(text).toBe('\uFEFF"email";"name"\r\n"ok1@a.fr";"Zoé"\r\n');
    await world.advanceMinutes(30 * DAY_MINUTES, DAY_MINUTES);
    expect(await rows(world, listId, { only: 'changed' })).toEqual([]);
    expect(await detail(world, listId)).toMatchObject({
      checks: [{ gone: 1 }, { changed: 0, valid: 1 }],
    });
    expect(world.sent).toHaveLength(1);
    await expectInvariants(world);
  });

  it('is correct within its interval and its estimate, as mailboxes are closed and domains move', async () => {
    const world = await createPipelineHarness(table);
    const { context, engine, userId } = world;
    await world.grant(2000);
    const random = randomFrom(3);
    const never = Number.POSITIVE_INFINITY;
    const deaths = new Map<string, number>();
    /** Creates a mailbox that is closed on a day of this year or the next. */
    const mailbox = (at: number): string => {
      const email = `ok${at}@d${at % 9}.fr`;
      deaths.set(email, Math.ceil(random() * 600));
      return email;
    };
    /** Days on which domains lose their mail servers. */
    const lost: Record<string, number> = { 'd1.fr': 50, 'd2.fr': 215 };
    /** Days on which domains move to new servers, without the mailboxes with even numbers. */
    const moved: Record<string, number> = { 'd3.fr': 75, 'd4.fr': 160, 'd5.fr': 280 };
    const serverLostOn = (email: string): number => lost[email.split('@')[1] ?? ''] ?? never;
    const goneOn = (email: string): number => {
      const move = moved[email.split('@')[1] ?? ''] ?? never;
      const isLeft = /[02468]@/.test(email);
      return Math.min(deaths.get(email) ?? never, isLeft ? move : never);
    };
    const deadOn = (email: string): number => Math.min(serverLostOn(email), goneOn(email));
    let day = 0;
    const verify = engine.verify.bind(engine);
    engine.verify = async function* (batch, options) {
      for await (const each of verify(batch, options)) {
        const email = batch[each.index] ?? '';
        const undeliverable = (reason: 'no_mail_server' | 'no_such_mailbox') =>
          createFakeVerdict(email, 'undeliverable', reason);
        if (day >= serverLostOn(email)) yield { ...each, verdict: undeliverable('no_mail_server') };
        else if (day >= goneOn(email)) yield { ...each, verdict: undeliverable('no_such_mailbox') };
        else yield each;
      }
    };
    const addresses = Array.from({ length: 60 }, (_, at) => mailbox(at));
    const listId = await world.upload(addresses.join('\n'));
    await world.drain();
    const { watch_costs: costs } = await detail(world, listId);
    const { consumed } = await context.ledger.balance(userId);
    await watch(world, listId, { every: 'month' });
    const reasons = new Set<string>();
    const wrong: string[] = [];
    for (day = 1; day <= 365; day += 1) {
      await world.advanceMinutes(DAY_MINUTES, DAY_MINUTES);
      if (day % 15 !== 0) continue;
      const found = await rows(world, listId);
      expect(found).toHaveLength(60);
      for (const row of found) {
        const [email = '', reason = ''] = row.split(' ');
        reasons.add(reason);
        // Mailboxes that have been closed for a month are invalid, and no open mailbox is.
        const end = deadOn(email);
        if (reason === 'accepted' ? end <= day - 31 : end > day) wrong.push(`${day}: ${row}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(reasons).toEqual(new Set(['accepted', 'no_such_mailbox', 'no_mail_server']));
    const paid = (await context.ledger.balance(userId)).consumed - consumed;
    expect(paid).toBeLessThanOrEqual(costs?.month ?? 0);
    const { checks = [] } = await detail(world, listId);
    const goneCount = checks.reduce((sum, check) => sum + check.gone, 0);
    const deadAddresses = addresses.filter((each) => deadOn(each) <= 360);
    expect(goneCount).toBe(deadAddresses.length);
    expect(deadAddresses.length).toBeGreaterThan(30);
    await expectInvariants(world);
  });

  it.each([false, true])('costs as estimated over a year (free provider: %s)', async (isFree) => {
    const { world, listId } = await finishedList(500, isFree);
    const { watch_costs: costs } = await detail(world, listId);
    expect(costs?.check).toBe(5);
    await watch(world, listId, { every: 'month' });
    await world.advanceMinutes(365 * DAY_MINUTES, DAY_MINUTES);
    const { consumed } = await world.context.ledger.balance(world.userId);
    expect(consumed - 4).toBe(costs?.typical.month);
    expect(consumed - 4).toBeLessThanOrEqual(costs?.month ?? 0);
    expect(await detail(world, listId)).toMatchObject({ status: 7, watch: { stopped: null } });
  });

  it.each([
    ['insufficient_credit', 2, {}, 'There were not enough credits'],
    ['too_many_credits', 50, { maxCredits: 2 }, 'could take more credits than you allowed'],
  ])('stops with reason %s', async (stopped, availableCredits, options, text) => {
    const { world, listId } = await finishedList(availableCredits);
    await watch(world, listId, { every: 'month', ...options });
    await world.advanceMinutes(40 * DAY_MINUTES, DAY_MINUTES);
    expect(takeAttemptedAddresses(world)).toEqual([]);
    expect((await detail(world, listId)).watch).toMatchObject({ stopped, next_at: null });
    expect(world.sent).toHaveLength(1);
    expect(world.sent[0]?.text).toContain(text);
    await world.grant(100);
    await world.advanceMinutes(40 * DAY_MINUTES, DAY_MINUTES);
    expect(takeAttemptedAddresses(world)).toEqual([]);
    await watch(world, listId, { every: 'month' });
    await world.advanceMinutes(DAY_MINUTES, DAY_MINUTES);
    expect(takeAttemptedAddresses(world)).toEqual(['odd@d.fr', 'ok1@a.fr', 'ok2@a.fr']);
  });

  it('continues without credits until mailboxes at free providers are due', async () => {
    const { world, listId } = await finishedList(2, true);
    await watch(world, listId, { every: 'month', maxCredits: 2 });
    await world.advanceMinutes(80 * DAY_MINUTES, DAY_MINUTES);
    expect(world.engine.attempts).toEqual(new Map([['odd@d.fr', 2]]));
    expect((await detail(world, listId)).watch).toMatchObject({ stopped: null });
    await world.advanceMinutes(15 * DAY_MINUTES, DAY_MINUTES);
    expect((await detail(world, listId)).watch).toMatchObject({ stopped: 'too_many_credits' });
    expect(world.engine.attempts.size).toBe(1);
    await expectInvariants(world);
  });

  it('removes closed mailboxes from the count of free providers', async () => {
    const { world, listId } = await finishedList(50, true);
    const free = async () => (await world.list(listId))?.shares?.free;
    expect(await free()).toBe(2);
    await watch(world, listId, { every: 'quarter' });
    removeMailbox(world, 'ok1@a.fr');
    await world.advanceMinutes(91 * DAY_MINUTES, DAY_MINUTES);
    expect(await free()).toBe(1);
  });

  it('changes its limit or interval without rechecking addresses early', async () => {
    const { world, listId } = await finishedList();
    await watch(world, listId, { every: 'month', maxCredits: 5 });
    await world.advanceMinutes(40 * DAY_MINUTES, DAY_MINUTES);
    expect(takeAttemptedAddresses(world)).toEqual(['odd@d.fr', 'ok1@a.fr', 'ok2@a.fr']);
    const { watch: before } = await detail(world, listId);
    expect(await watch(world, listId, { every: 'month', maxCredits: 50 })).toEqual({
      ...before,
      max_credits: 50,
    });
    await watch(world, listId, { every: 'week', maxCredits: 50 });
    await world.advanceMinutes(DAY_MINUTES, DAY_MINUTES);
    expect(takeAttemptedAddresses(world)).toEqual(['odd@d.fr']);
    await expectInvariants(world);
  });

  it.each([30, 31])('can be ended and started again on day %i', async (day) => {
    const { world, listId } = await finishedList();
    const { context, userId } = world;
    await watch(world, listId, { every: 'month' });
    context.clock.advance((day * DAY_MINUTES - 30) * 60_000);
    await world.reconcile();
    // On day 31, wait for the running check to end.
    if (day === 31) await world.drain();
    await stopWatch(context, userId, listId);
    await watch(world, listId, { every: 'month' });
    await world.advanceMinutes(2 * DAY_MINUTES, DAY_MINUTES);
    expect(takeAttemptedAddresses(world)).toEqual(['odd@d.fr', 'ok1@a.fr', 'ok2@a.fr']);
    expect(await context.ledger.balance(userId)).toMatchObject({ consumed: 4 + 2 });
    await expectInvariants(world);
  });

  it('can be watched again after a canceled check', async () => {
    const { world, listId } = await finishedList();
    const { context, userId } = world;
    await watch(world, listId);
    context.clock.advance(7 * DAY_MINUTES * 60_000);
    await world.reconcile();
    const check = await world.list(formatRecheckId(listId, 1));
    if (!check) throw new Error('no check has started');
    await cancelList(context, check, 'processing_failed');
    await recheckList(context, userId, listId, { by: 'web' });
    await world.advanceMinutes(8 * DAY_MINUTES, DAY_MINUTES);
    takeAttemptedAddresses(world);
    expect((await detail(world, listId)).watch).toMatchObject({ stopped: 'canceled' });
    await watch(world, listId);
    await world.advanceMinutes(DAY_MINUTES, DAY_MINUTES);
    expect((await detail(world, listId)).watch).toMatchObject({ stopped: null });
    expect(takeAttemptedAddresses(world)).toEqual(['odd@d.fr']);
    await expectInvariants(world);
  });

  it('waits until its owner is active again', async () => {
    const { world, listId } = await finishedList();
    const { context, userId } = world;
    await watch(world, listId);
    await context.accounts.setStatus(userId, USER_STATUS.inactive);
    await pauseLists(context, userId);
    await world.advanceMinutes(10 * DAY_MINUTES, DAY_MINUTES);
    expect(takeAttemptedAddresses(world)).toEqual([]);
    await context.accounts.setStatus(userId, USER_STATUS.active);
    await world.advanceMinutes(2 * DAY_MINUTES, DAY_MINUTES);
    expect(takeAttemptedAddresses(world)).toEqual(['odd@d.fr']);
  });

  it('is not rechecked after its watch has ended or it is deleted', async () => {
    const { world, listId } = await finishedList();
    const { context, headers, userId } = world;
    await watch(world, listId);
    const { status } = await call(context, routes.unwatchList, { headers, params: { id: listId } });
    expect(status).toBe(200);
    await world.advanceMinutes(10 * DAY_MINUTES, DAY_MINUTES);
    expect((await detail(world, listId)).watch).toBeUndefined();
    await watch(world, listId);
    await deleteList(context, userId, listId);
    await world.advanceMinutes(10 * DAY_MINUTES, DAY_MINUTES);
    expect(takeAttemptedAddresses(world)).toEqual([]);
    expect(world.blobs.keysWithContent()).toEqual([]);
    await expectInvariants(world);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('survives a failure of call %i', async (at) => {
    const { world, listId } = await finishedList();
    await watch(world, listId);
    removeMailbox(world, 'odd@d.fr');
    world.context.clock.advance(7 * DAY_MINUTES * 60_000);
    let calls = 0;
    world.faults.failWhen(() => {
      calls += 1;
      return calls === at ? 'before' : undefined;
    });
    await world.advanceMinutes(60, 10);
    world.faults.failWhen(undefined);
    await world.advanceMinutes(2 * DAY_MINUTES, DAY_MINUTES);
    expect(calls).toBeGreaterThanOrEqual(at);
    expect(await detail(world, listId)).toMatchObject({ invalid: 3, unknown: 0 });
    expect(world.engine.attempts.get('odd@d.fr')).toBe(1);
    await expectInvariants(world);
  });

  it('can only be watched if it exists and is finished', async () => {
    const { world } = await finishedList();
    const post = async (id: string, every: string) => {
      const body = { every, max_credits: 5 };
      const { context, headers } = world;
      return (await call(context, routes.watchList, { headers, params: { id }, body })).status;
    };
    const waiting = await world.upload('ok1@a.fr\n');
    expect(await post(waiting, 'week')).toBe(404);
    await world.drain(async () => (await world.list(waiting))?.status === 3);
    expect([await post(waiting, 'week'), await post('none', 'day')]).toEqual([409, 422]);
    await world.drain();
    expect(await post(waiting, 'week')).toBe(200);
  });
});
