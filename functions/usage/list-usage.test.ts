import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { DAY_MS } from '../../shared/model/duration.ts';
import { callHandler } from '../../tests/support/call.ts';
import { addMember, createPerson } from '../../tests/support/people.ts';
import { startClosing } from '../privacy/delete-account.ts';
import { invoke } from '../../tests/support/invoke.ts';
import { createApiEvent } from '../../tests/support/api-event.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import {
  createPipelineHarness,
  type PipelineHarness,
} from '../../tests/support/pipeline-harness.ts';
import type { UsageRow } from '../../shared/contract/usage.ts';
import { createGrantEntry } from '../credits/rules/ledger.ts';
import { deleteList } from '../lists/history/delete-list.ts';
import { chargeAndVerify } from '../checks/check-email.ts';
import { routes } from '../../tests/support/routes.ts';
import { listUsage } from './list-usage.ts';

let world: PipelineHarness;

const table = await startFileTable();

const today = () => new Date(world.context.clock.now()).toISOString().slice(0, 10);
const usage = (query: { month?: string; cursor?: string } = {}) =>
  listUsage(world.context, world.userId, 'en', query);

const nonZeroFields = (row: UsageRow) =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([name, value]) => value !== 0 && value !== null && !/^at$|^file_v/.test(name),
    ),
  );
const rows = async (month?: string) =>
  (await usage(month === undefined ? {} : { month })).data.map(nonZeroFields);

const check = (email: string, by: string) =>
  chargeAndVerify(world.context, { userId: world.userId, email, by });

it('lists movements by day and by list, key or event', async () => {
  world = await createPipelineHarness(table);
  await world.grant(10);
  const day = today();
  const listId = await world.upload('ok1@a.fr\nbad1@a.fr\nodd1@a.fr\n', { name: 'Guests' });
  await world.drain();
  await check('ok2@a.fr', 'web');
  await check('ok3@a.fr', 'x7Qf');
  await check('odd2@a.fr', 'x7Qf');
  const list = { type: 'list', file_id: listId, change: -2, reserved: 3, charged: 2, returned: 1 };
  const others = [
    { day, type: 'gift', change: 10, added: 10 },
    { day, type: 'checks', by: 'web', change: -1, charged: 1 },
    { day, type: 'checks', by: 'x7Qf', change: -1, charged: 2, returned: 1 },
  ];
  const all = [...others, { day, ...list, file_name: 'Guests', file_state: 'finished', by: 'web' }];
  expect(await rows()).toHaveLength(all.length);
  expect(await rows()).toEqual(expect.arrayContaining(all));
  expect((await usage()).balance).toEqual({ available: 6, reserved: 0, held: 0, debt: 0 });

  await deleteList(world.context, world.userId, listId);
  expect(await rows()).toEqual(expect.arrayContaining([...others, { day, ...list }]));
});

it('returns the requested month, newest day first', async () => {
  const before = today().slice(0, 7);
  const previousRows = await rows();
  const now = new Date(world.context.clock.now());
  // The next day is in the same month.
  const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2);
  world.context.clock.advance(nextMonth - now.getTime());
  expect(await rows()).toEqual([]);
  await world.grant(5);
  world.context.clock.advance(DAY_MS);
  await world.grant(7);
  expect((await rows()).map(({ change }) => change)).toEqual([7, 5]);
  expect(await rows(before)).toEqual(previousRows);
  expect(await usage({ month: '1999-01' })).toMatchObject({ month: '1999-01', data: [] });
});

it("returns the time of each row's last movement, counts of lists, and the closing balance", async () => {
  world = await createPipelineHarness(table);
  await world.grant(10);
  world.context.clock.advance(60_000);
  await world.upload('ok1@a.fr\nbad1@a.fr\nodd1@a.fr\n');
  await world.drain();
  const { data, month, closing } = await usage();
  const list = data.find(({ type }) => type === 'list');
  const gift = data.find(({ type }) => type === 'gift');
  expect(list).toMatchObject({ file_verified: 3, file_valid: 1, change: -2 });
  expect(Date.parse(list?.at ?? '') - Date.parse(gift?.at ?? '')).toBeGreaterThanOrEqual(60_000);
  expect(closing).toBe(8);

  world.context.clock.advance(31 * DAY_MS);
  await world.grant(5);
  world.context.clock.advance(31 * DAY_MS);
  await world.grant(7);
  expect((await usage()).closing).toBe(
    (await world.context.ledger.balance(world.userId)).available,
  );
  expect((await usage({ month })).closing).toBe(8);
  expect((await usage({ month: '1999-01' })).closing).toBe(0);
});

it('returns rows that add up to the balance if credits move meanwhile', async () => {
  world = await createPipelineHarness(table);
  const { context, userId } = world;
  await world.grant(10);
  const month = today().slice(0, 7);
  context.clock.advance(31 * DAY_MS);
  for (const query of [{ month }, {}]) {
    const { balance, changeAfter, usage: readLines } = context.ledger;
    const { promise: moved, resolve } = Promise.withResolvers();
    const ledger: typeof context.ledger = {
      ...context.ledger,
      async balance(id) {
        const found = await balance(id);
        ledger.balance = balance;
        resolve(check('ok1@a.fr', 'web'));
        return found;
      },
      changeAfter: (...args) => moved.then(() => changeAfter(...args)),
      usage: (...args) => moved.then(() => readLines(...args)),
    };
    const { closing, data } = await listUsage({ ...context, ledger }, userId, 'en', query);
    const sum = data.reduce((total, { change }) => total + change, 0);
    expect(closing - sum).toBe(query.month === undefined ? 10 : 0);
  }
});

it('shows held credits of a disputed payment, and debt', async () => {
  world = await createPipelineHarness(table);
  const { ledger } = world.context;
  const day = today();
  await ledger.grant(world.userId, { source: 'in:1', amount: 10, why: 'month' });
  await check('ok1@a.fr', 'web');
  await ledger.hold(world.userId, { dispute: 'd', amount: 10 });
  expect((await usage()).balance).toEqual({ available: 0, reserved: 0, held: 10, debt: 1 });
  await ledger.seizeHeld(world.userId, { dispute: 'd', amount: 10, why: 'lost' });
  await ledger.grant(world.userId, { source: 'adm:1', amount: 3, why: 'sorry' });
  await ledger.clawBack(world.userId, { id: 'ch:1', amount: 4, why: 'refund' });
  const expected = [
    { day, type: 'dispute', change: -9, held: 10, returned: 10, taken_back: 10, borrowed: 1 },
    { day, type: 'gift', change: 2, added: 3, repaid: 1 },
    { day, type: 'refund', change: -2, taken_back: 4, borrowed: 2 },
  ];
  expect(await rows()).toEqual(expect.arrayContaining(expected));
});

it('is paged, with cursors valid only for their month', async () => {
  world = await createPipelineHarness(table);
  for (let number = 0; number < 501; number += 1)
    await world.context.ledger.transact(world.userId, [
      createGrantEntry(`adm:${number}`, 1, 'gift'),
    ]);
  const first = await usage();
  const { month } = first;
  const cursor = first.next ?? '';
  const second = await usage({ month, cursor });
  expect([first.data.length, second.data.length, second.next]).toEqual([500, 1, null]);
  for (const other of [
    { month: '2020-01', cursor },
    { month, cursor: 'nonsense' },
  ])
    expect(await usage(other)).toMatchObject({ data: [], next: null });
});

it('can be read with an API key, shows the key of each check, and is empty for a test key', async () => {
  world = await createPipelineHarness(table, { paid: true });
  await world.grant(10);
  const { apiKey, testKey } = world.owner;
  const callApi = async (
    name: 'usage' | 'checkEmail',
    key: string | null,
    parts: { query?: Record<string, string>; body?: object } = {},
  ): Promise<unknown> => {
    world.context.clock.advance(1000);
    const handler = routes[name];
    const event = createApiEvent(handler.route, { headers: { 'X-Api-Key': key ?? '' }, ...parts });
    return JSON.parse((await invoke(handler, world.context, event)).body);
  };
  await callApi('checkEmail', apiKey, { body: { email: 'ok1@a.fr' } });
  await callApi('checkEmail', testKey, { body: { email: 'deliverable@sandbox.test' } });
  const by = apiKey?.slice(-4);
  expect(await callApi('usage', apiKey)).toMatchObject({
    data: { data: expect.arrayContaining([expect.objectContaining({ by, charged: 1 })]) },
  });
  expect(await callApi('usage', testKey)).toMatchObject({
    data: { balance: { available: 0 }, data: [] },
  });
  for (const month of ['2026-13', '2026-1', 'last'])
    expect(await callApi('usage', apiKey, { query: { month } })).toMatchObject({
      code: 'validation',
    });
});

it('names who made single checks and lists to administrators, until the login is deleted', async () => {
  world = await createPipelineHarness(table, { paid: true, terms: true });
  const { context, owner } = world;
  await world.grant(10);
  const member = await createPerson(context, { firstName: 'Grace' });
  const on = await addMember(context, owner, member, 'member');
  const body = { email: 'ok1@a.fr' };
  await invoke(
    routes.checkEmail,
    context,
    createApiEvent(routes.checkEmail.route, { headers: on, body }),
  );
  await check('ok2@a.fr', 'web');
  const personsFor = async (headers: Record<string, string>) => {
    const { body: month } = await callHandler(context, routes.usage, { headers });
    const { data } = z.object({ data: z.array(z.custom<UsageRow>()) }).parse(month.data);
    const checks = data.filter(({ type }) => type === 'checks');
    return checks.map(({ by, person }) => [by, person?.name] as const);
  };
  const named = (name: string | null) =>
    expect.arrayContaining([
      ['web', name],
      ['web', undefined],
    ]);
  const unnamed = [
    ['web', undefined],
    ['web', undefined],
  ];
  expect(await personsFor({ ...owner.headers })).toEqual(named('Grace Martin'));
  expect(await personsFor({ ...on })).toEqual(unnamed);
  expect(await personsFor({ 'X-Api-Key': owner.apiKey ?? '' })).toEqual(unnamed);
  await startClosing(context, member.user.id);
  expect(await personsFor({ ...owner.headers })).toEqual(named(null));
});
