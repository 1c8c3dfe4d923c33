import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { ActivityEntry } from '../../shared/contract/usage.ts';
import { DAY_MS } from '../../shared/model/duration.ts';
import { callHandler } from '../../tests/support/call.ts';
import {
  BY,
  callAs,
  entriesOf,
  type Headers,
  NETWORK,
  pageOf,
  type Query,
} from '../../tests/support/activity-log.ts';
import { createApiEvent } from '../../tests/support/api-event.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import {
  addMember,
  createPerson,
  type Person,
  PERSON_PASSWORD,
} from '../../tests/support/people.ts';
import { invoke } from '../../tests/support/invoke.ts';
import {
  createPipelineHarness,
  type PipelineHarness,
} from '../../tests/support/pipeline-harness.ts';
import { routes } from '../../tests/support/routes.ts';
import { activityPartition, userPartition } from '../platform/dynamo/key.ts';
import { startClosing } from '../privacy/delete-account.ts';
import { readActivity } from './list-activity.ts';

const table = await startFileTable();
let world: PipelineHarness;
/** An administrator of the account, with the headers of calls on it. */
let colleague: Person;
let headers: Headers;

beforeAll(async () => {
  world = await createPipelineHarness(table, { paid: true, terms: true });
  await world.grant(100);
  colleague = await createPerson(world.context, { firstName: 'Grace' });
  headers = await addMember(world.context, world.owner, colleague, 'admin');
  await world.upload('ok1@a.fr\n', { name: 'Guests' });
  await world.drain();
});

const newList = { emails: ['ok1@a.fr'], name: 'Job' };

describe('an act', () => {
  it('reads the rows of a list once a day for each person', async () => {
    const { context } = world;
    const id = await world.upload('ok1@a.fr\n', { name: 'Daily' });
    await world.drain();
    const reads = async () =>
      (await entriesOf(context, headers)).flatMap(({ what, name, who }) =>
        what === 'read' && name === 'Daily' ? [who?.id] : [],
      );
    for (const on of [headers, headers, world.owner.headers])
      await callAs(context, 'listRows', on, { params: { id } });
    expect(await reads()).toEqual([world.userId, colleague.user.id]);
    context.clock.advance(DAY_MS);
    await context.sessions.recordProof(colleague.sessionId, context.clock.now());
    await callAs(context, 'listRows', headers, { params: { id } });
    expect(await reads()).toEqual([colleague.user.id, world.userId, colleague.user.id]);
  });

  it('is a login in the account on which it acts, and the first use a day in another', async () => {
    const other = await createPerson(world.context, { terms: true });
    const before = await entriesOf(world.context, headers);
    const body = { email: colleague.user.email, password: PERSON_PASSWORD };
    await callAs(world.context, 'login', {}, { body });
    const login = { kind: 'login', who: { id: colleague.user.id }, by: BY };
    expect((await entriesOf(world.context, colleague.headers))[0]).toMatchObject(login);
    expect(await entriesOf(world.context, headers)).toEqual(before);
    for (const on of [headers, headers, colleague.headers]) await callAs(world.context, 'me', on);
    expect(await entriesOf(world.context, headers)).toEqual([
      expect.objectContaining({ kind: 'login', by: BY }),
      ...before,
    ]);
    expect((await entriesOf(world.context, other.headers)).map(({ who }) => who?.id)).toEqual([
      other.user.id,
    ]);
  });

  it('names the last characters of a key', async () => {
    const { apiKey } = world.owner;
    await callAs(world.context, 'createList', { 'X-Api-Key': apiKey ?? '' }, { body: newList });
    const [newest] = await entriesOf(world.context, headers);
    const end = apiKey?.slice(-4);
    expect(newest).toMatchObject({
      who: { type: 'key', id: end, name: null },
      by: `API …${end} · ${NETWORK}`,
    });
  });

  it('names who registered an upload whose file arrives later', async () => {
    const body = { name: 'Late', file_name: 'a.csv', size: 9 };
    const before = await entriesOf(world.context, headers);
    const { file_id: id } = z
      .object({ data: z.object({ file_id: z.string() }) })
      .parse(JSON.parse(await callAs(world.context, 'upload', headers, { body }))).data;
    expect(await entriesOf(world.context, headers)).toEqual(before);
    await world.context.lists.create(world.userId, id, world.context.clock.now());
    const [newest] = await entriesOf(world.context, headers);
    expect(newest).toMatchObject({ name: 'Late', who: { id: colleague.user.id }, by: BY });
    const stored = await world.context.db.get({
      PK: userPartition(world.userId),
      SK: `LIST#${id}`,
    });
    expect(JSON.stringify(stored)).not.toContain(NETWORK);
  });

  it('is an export, and each download of it', async () => {
    const own = await createPipelineHarness(table, { terms: true });
    await callAs(own.context, 'exportAccount', own.headers);
    await own.drain();
    const [, id = '', t = ''] =
      /\/export\/(\w+)\?t=([\w.-]+)/.exec(own.sent.at(-1)?.text ?? '') ?? [];
    await callAs(own.context, 'downloadExport', {}, { params: { id }, query: { t } });
    const entries = await entriesOf(own.context, own.headers, { kind: 'export' });
    expect(entries.map(({ what, target, who, by }) => [what, target, who?.id, by])).toEqual([
      ['downloaded', id, own.userId, BY],
      ['added', id, own.userId, BY],
    ]);
  });
});

describe('the log', () => {
  it('is for the owner and administrators, and not for API keys', async () => {
    const codeOf = async (on: Headers) => {
      world.context.clock.advance(1000);
      const { status, body } = await callHandler(world.context, routes.listActivity, {
        headers: on,
      });
      return body.code ?? status;
    };
    for (const role of ['admin', 'billing', 'member', 'viewer'] as const) {
      const on = await addMember(world.context, world.owner, colleague, role);
      expect([role, await codeOf(on)]).toEqual([role, role === 'admin' ? 200 : 'role_required']);
    }
    await addMember(world.context, world.owner, colleague, 'admin');
    expect(await codeOf(world.owner.headers)).toBe(200);
    expect(await codeOf({ 'X-Api-Key': world.owner.apiKey ?? '' })).toBe('unauthenticated');
    const stranger = await createPerson(world.context);
    const on = { ...stranger.headers, 'X-Account-Id': world.userId };
    expect(await codeOf(on)).toBe('not_a_member');
  });

  it('shows a deleted login without a name, and no entry of another account', async () => {
    const { context } = world;
    const owner = await createPerson(context);
    const member = await createPerson(context, { firstName: 'Alan' });
    const on = await addMember(context, owner, member, 'admin');
    await callAs(context, 'editAccount', on, { body: { name: 'Sieves' } });
    await callAs(context, 'editAccount', member.headers, { body: { name: 'Alan only' } });
    const query = { person: member.user.id };
    const named = [{ who: { name: `Alan Martin (${member.user.email})` }, kind: 'setting' }];
    expect(await entriesOf(context, owner.headers, query)).toMatchObject(named);
    // After a transfer, the login of the first owner has another id.
    const account = { id: owner.user.id, movedTo: member.user.id };
    const { entries } = await readActivity(context, account, { kind: 'login' });
    expect(entries).toMatchObject([{ who: { id: owner.user.id, name: named[0]?.who.name } }]);
    await startClosing(context, member.user.id);
    expect(await entriesOf(context, owner.headers, query)).toMatchObject([{ who: { name: null } }]);
  });

  it('is paged without gaps or repetitions, by kind, person and day', async () => {
    const { context } = world;
    const owner = await createPerson(context, { paid: true });
    const other = await createPerson(context);
    const on = await addMember(context, owner, other, 'admin');
    const firstDay = new Date(context.clock.now()).toISOString().slice(0, 10);
    // More entries than one page reads, most of which do not match.
    for (let number = 0; number < 1100; number += 1) {
      context.clock.advance(number === 600 ? DAY_MS : 10);
      await context.activity.record(owner.user.id, {
        kind: number % 300 === 0 ? 'payment' : 'list',
        what: 'added',
        target: String(number),
        name: '',
      });
    }
    await callAs(context, 'editAccount', on, { body: { name: 'Sieves' } });
    const all = async (query: Query) => {
      const found: ActivityEntry[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { entries, next } = await pageOf(context, on, {
          ...query,
          ...(cursor && { cursor }),
        });
        found.push(...entries);
        cursor = next;
      }
      return found.map(({ kind, target }) =>
        kind === 'setting' || kind === 'login' ? kind : target,
      );
    };
    const numbers = Array.from({ length: 1100 }, (_, at) => String(1099 - at));
    expect(await all({})).toEqual(['setting', ...numbers, 'login']);
    expect(await all({ kind: 'payment' })).toEqual(['900', '600', '300', '0']);
    // A page skips entries that do not match, instead of being empty.
    expect(await pageOf(context, on, { kind: 'login' })).toMatchObject({
      entries: [{ kind: 'login' }],
      next: null,
    });
    expect(await all({ person: other.user.id })).toEqual(['setting']);
    expect(await all({ person: owner.user.id, kind: 'list' })).toEqual([]);
    expect(await all({ to: firstDay })).toEqual([...numbers.slice(500), 'login']);
    expect(await all({ from: firstDay, to: firstDay, kind: 'payment' })).toEqual(['300', '0']);
    const nextDay = new Date(Date.parse(firstDay) + DAY_MS).toISOString().slice(0, 10);
    expect(await all({ from: nextDay, to: firstDay })).toEqual([]);
    expect(await all({ from: nextDay })).toEqual(['setting', ...numbers.slice(0, 500)]);
  });

  it('loses the networks after 30 days, and each entry after 400', async () => {
    const { context } = world;
    const owner = await createPerson(context, { paid: true });
    await callAs(context, 'editAccount', owner.headers, { body: { name: 'Sieves' } });
    await callAs(context, 'createKey', owner.headers, { body: { name: 'Shop', scopes: ['read'] } });
    const madeAt = context.clock.now();
    const kept = async () => {
      const { entries } = await context.activity.page(
        owner.user.id,
        { after: '', before: '~' },
        50,
        ({ kind }) => kind !== 'login',
      );
      return entries.map(({ by }) => by);
    };
    expect(await kept()).toEqual([BY, BY]);
    const items = [];
    for (const partition of [activityPartition(owner.user.id), userPartition(owner.user.id)])
      items.push(...(await Array.fromAsync(context.db.query({ partition }))));
    const lasting = items.filter((item) => JSON.stringify(item).includes(NETWORK));
    expect(lasting.map(({ SK, ttl }) => [String(SK).split('#')[0], ttl])).toEqual(
      [0, 0].map(() => ['NETWORK', expect.closeTo(madeAt / 1000 + 30 * 24 * 3600, -1) as unknown]),
    );
    context.clock.advance(31 * DAY_MS);
    expect(await kept()).toEqual(['Firefox, Windows', 'Firefox, Windows']);
    expect((await context.accessChanges.list(owner.user.id)).map(({ by }) => by)).toEqual([
      'Firefox, Windows',
    ]);
    context.clock.advance(369 * DAY_MS + 2000);
    expect(await kept()).toEqual([]);
  });

  it('is deleted with the account', async () => {
    const own = await createPipelineHarness(table, { terms: true });
    const query = { partition: activityPartition(own.userId) };
    expect(await own.context.db.page(query, 0, 9)).not.toEqual([]);
    await startClosing(own.context, own.userId);
    await own.drain();
    expect(await own.context.db.page(query, 0, 9)).toEqual([]);
  });

  it.each([
    ['deleteFile', (id: string) => ({ params: { id } }), 'removed'],
    ['download', (id: string) => ({ body: { file_id: id, type: 'all' } }), 'downloaded'],
  ] as const)(
    'has an entry exactly if %s was done, wherever it crashes',
    async (name, parts, what) => {
      const own = await createPipelineHarness(table, { terms: true });
      await own.grant(10);
      const event = (id: string) =>
        createApiEvent(routes[name].route, { headers: own.headers, ...parts(id) });
      let crashes = 0;
      for (let isDone = false; !isDone; crashes += 1) {
        const id = await own.upload('ok1@a.fr\n', { name: 'Guests' });
        await own.drain();
        own.context.clock.advance(DAY_MS);
        own.faults.crashAt(crashes + 1, 'before');
        const answer = await invoke(routes[name], own.context, event(id)).catch(() => undefined);
        own.faults.restart();
        isDone = answer?.statusCode === 200 && own.faults.crashed === undefined;
        const entries = await entriesOf(own.context, own.headers, { kind: 'list' });
        const isLogged = entries.some((each) => each.what === what && each.target === id);
        const isChanged = name === 'download' ? isDone : !(await own.list(id));
        expect([crashes, isLogged]).toEqual([crashes, isChanged]);
      }
      expect(crashes).toBeGreaterThan(1);
    },
  );
});
