import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createFakeMailerlite } from '../../../lab/fake-services/src/mailerlite/fake-mailerlite.ts';
import {
  emailsOf,
  failureOf,
  readPages,
  readStatesInOrder,
  startServices,
} from '../../../tests/support/service-call.ts';
import { testClock, type TestClock } from '../../../tests/support/test-clock.ts';
import { type Contact, type Page, type ServiceCall, ServiceError } from '../rules/service.ts';
import { mailerlite } from './mailerlite.ts';

const TOKEN = 'eyJ.test.token';

let fake: ReturnType<typeof createFakeMailerlite>;
let clock: TestClock;
let call: ServiceCall;
let waits: number[];

beforeEach(async () => {
  clock = testClock();
  fake = createFakeMailerlite({ token: TOKEN, now: clock.now });
  const services = await startServices(clock, fake);
  onTestFinished(() => services[Symbol.asyncDispose]());
  call = services.open(mailerlite, { token: TOKEN });
  waits = services.waits;
});

/** Reads all pages as a worker does, which waits if it must. */
const readAsWorker = <Item>(readPage: (cursor?: string) => Promise<Page<Item>>) =>
  readPages<Item>(async (cursor) => {
    for (;;)
      try {
        return await readPage(cursor);
      } catch (error) {
        const retryAfterMs = error instanceof ServiceError ? error.retryAfterMs : undefined;
        if (retryAfterMs === undefined) throw error;
        waits.push(retryAfterMs);
        clock.advance(retryAfterMs);
      }
  });

const readAll = (audienceId: string) =>
  readAsWorker((cursor) => mailerlite.readContacts(call, audienceId, cursor));

const readStates = (contacts: readonly Pick<Contact, 'id' | 'email'>[]) =>
  readStatesInOrder(mailerlite, call, 'all', contacts);

describe('the account', () => {
  test('is read with a key', async () => {
    const expected = { id: fake.account.id, name: 'Example Letters' };
    expect(await mailerlite.describeAccount(call)).toEqual(expected);
    expect([fake.account.groups, fake.account.fields.length]).toEqual([[], 2]);
    fake.faults.revoked = true;
    expect(await failureOf(mailerlite.describeAccount(call))).toBe('revoked');
  });

  test.each([
    'GET /api/subscribers',
    'GET /api/segments',
    'GET /api/campaigns',
    'POST /api/groups',
    'POST /api/fields',
    'PUT /api/subscribers/{subscriber}',
  ])('needs the permission for %s', async (route) => {
    fake.account.forbidden.add(route);
    expect(await failureOf(mailerlite.describeAccount(call))).toBe('forbidden');
  });
});

describe('audiences', () => {
  test('are all subscribers, groups and segments', async () => {
    for (let index = 0; index < 120; index += 1) fake.account.addGroup();
    fake.account.segments.push({ id: '7', name: 'Buyers', includes: () => true });
    const audiences = await readPages((cursor) => mailerlite.listAudiences(call, cursor));
    expect(audiences).toHaveLength(122);
    expect(new Set(audiences.map(({ id }) => id)).size).toBe(122);
    expect(audiences[0]).toEqual({ id: 'all', name: 'All subscribers' });
    expect(audiences.at(-1)).toEqual({ id: 'segments:7', name: 'Buyers' });
  });

  test('yield only active contacts', async () => {
    const { account } = fake;
    const { id } = account.addGroup(3);
    for (const status of ['unsubscribed', 'unconfirmed', 'bounced', 'junk'] as const)
      account.addSubscriber(`${status}@example.com`, [id], status);
    account.addSubscriber('other@example.com');
    const includes = ({ email }: { email: string }) => /-1|o/.test(email);
    account.segments.push({ id: '7', name: 'Some', includes });
    expect(await mailerlite.countContacts(call, `groups:${id}`)).toBe(3);
    expect(await mailerlite.countContacts(call, 'segments:7')).toBe(8);
    expect(await mailerlite.countContacts(call, 'all')).toBe(8);
    const contacts = await readAll(`groups:${id}`);
    const people = [0, 1, 2].map((each) => `person-${each}@example.com`);
    expect(emailsOf(contacts)).toEqual(people);
    const last = [...account.subscribers.keys()][0];
    expect(contacts.at(-1)).toEqual({ id: last, email: people[0], firstName: `First ${last}` });
    expect(emailsOf(await readAll('segments:7'))).toEqual(['other@example.com', ...people]);
    expect(emailsOf(await readAll('all'))).toEqual(['other@example.com', ...people]);
  });

  test.each(['groups:999', 'segments:999', 'groups:..', '../account', 'lists:1', ''])(
    'that do not exist have no contacts: %s',
    async (audienceId) => {
      expect(await failureOf(readAll(audienceId))).toBe('not_found');
      expect(await failureOf(mailerlite.countContacts(call, audienceId))).toBe('not_found');
    },
  );
});

describe('reading contacts', () => {
  test.each([
    ['a group', 'groups', 26, 0],
    ['all subscribers', 'all', 250, 2],
  ])('yields 25,000 contacts of %s within the limit of calls', async (_, kind, calls, limits) => {
    const { id } = fake.account.addGroup(25_000);
    let sent = 0;
    fake.faults.before = () => (sent += 1);
    const contacts = await readAll(kind === 'all' ? kind : `${kind}:${id}`);
    expect(emailsOf(contacts)).toHaveLength(25_000);
    expect(sent).toBeLessThanOrEqual(calls);
    expect(waits).toEqual(Array.from({ length: limits }, () => 60_000));
  });

  test('skips nobody while contacts leave, join and change during limits and faults', async () => {
    const { account, faults } = fake;
    const group = account.addGroup(5000);
    const leaving = [...account.subscribers.values()].slice(1500, 3500);
    let page = 0;
    faults.before = () => {
      page += 1;
      account.addSubscriber(`new-${page}@example.com`, [group.id]);
      if (page === 1) Object.assign(faults, { after: 1, broken: 2 });
      // The contacts who leave include the one in the cursor.
      if (page === 2) for (const { id } of leaving.slice(500)) account.subscribers.delete(id);
      if (page !== 3) return;
      for (const each of leaving.slice(0, 500)) each.groups.clear();
      faults.limited = 2;
    };
    const contacts = await readAll(`groups:${group.id}`);
    const emails = new Set(emailsOf(contacts));
    const gone = new Set(leaving.map(({ email }) => email));
    const stayed = Array.from({ length: 5000 }, (_, index) => `person-${index}@example.com`);
    expect(stayed.filter((email) => !gone.has(email) && !emails.has(email))).toEqual([]);
    expect(contacts).toHaveLength(emails.size);
    expect(waits).toEqual([250, 500, 1000, 1000]);
  });
});

describe('changing contacts', () => {
  test('marks, sets the field, unsubscribes and takes back, twice with the same effect', async () => {
    const { account } = fake;
    const group = account.addGroup(70);
    const contacts = (await readAll('all')).toReversed();
    const [first, second, third, fourth] = contacts;
    if (!first || !second || !third || !fourth) throw new Error('Contacts are missing.');
    for (let turn = 0; turn < 2; turn += 1)
      await mailerlite.prepareChanges(call, 'all', ['undeliverable', 'risky']);
    const names = account.groups.map(({ name }) => name);
    expect(names).toEqual(['Group 1', 'Tamis: undeliverable', 'Tamis: risky']);
    expect(account.fields.at(-1)).toEqual({
      name: 'tamis_status',
      key: 'tamis_status',
      type: 'text',
    });

    const changes = [
      { ...first, marks: ['undeliverable'], field: 'undeliverable', subscribed: false },
      { ...second, marks: ['risky'] },
      { ...third, field: 'unknown' },
      { ...fourth, marks: ['risky'], field: 'risky' },
      ...contacts.slice(4).map(({ id, email }) => ({ id, email, field: 'risky' })),
    ] as const;
    account.subscribers.delete(fourth.id);
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await mailerlite.changeContacts(call, 'all', changes)).toEqual([fourth.id]);
      const states = await readStates(changes);
      expect(states).toHaveLength(69);
      expect(states.slice(0, 4)).toEqual([
        { id: first.id, marks: ['undeliverable'], field: 'undeliverable', subscribed: false },
        { id: second.id, marks: ['risky'], field: null, subscribed: true },
        { id: third.id, marks: [], field: 'unknown', subscribed: true },
        { id: contacts[4]?.id, marks: [], field: 'risky', subscribed: true },
      ]);
    }

    const back = [first, second, third];
    const restored = back.map(({ id, email }) => ({ id, email, marks: [], field: null }));
    for (let turn = 0; turn < 2; turn += 1)
      expect(await mailerlite.changeContacts(call, 'all', restored)).toEqual([]);
    expect(await readStates(back)).toEqual(
      back.map(({ id }) => ({ id, marks: [], field: null, subscribed: id !== first.id })),
    );
    expect(account.subscribers.get(first.id)?.groups).toEqual(new Set([group.id]));
  });

  test('subscribes nobody again', async () => {
    const { id, email } = fake.account.addSubscriber('left@example.com', [], 'unsubscribed');
    await mailerlite.prepareChanges(call, 'all', []);
    const changes = [{ id, email, field: 'risky', subscribed: true }];
    expect(await mailerlite.changeContacts(call, 'all', changes)).toEqual([id]);
    expect((await readStates(changes))[0]?.subscribed).toBe(false);
    expect(mailerlite.canResubscribe).toBe(false);
  });

  test('unsubscribes last, and nobody whose mark was refused', async () => {
    const { account, faults } = fake;
    const { email, id } = account.addSubscriber('ada@example.com');
    await mailerlite.prepareChanges(call, 'all', ['risky']);
    const [group] = account.groups;
    faults.before = (route) => {
      if (route.includes('/groups/')) account.groups.length = 0;
    };
    const changes = [{ id, email, marks: ['risky'], subscribed: false }] as const;
    expect(await mailerlite.changeContacts(call, 'all', changes)).toEqual([id]);
    expect(account.subscribers.get(id)?.status).toBe('active');
    if (group) account.groups.push(group);
    faults.before = () => undefined;
    expect(await mailerlite.changeContacts(call, 'all', changes)).toEqual([]);
    expect(account.subscribers.get(id)?.status).toBe('unsubscribed');
  });

  test('changes the others if one contact vanishes while a batch is sent', async () => {
    const { account, faults } = fake;
    account.addGroup(3);
    const contacts = await readAll('all');
    await mailerlite.prepareChanges(call, 'all', []);
    faults.before = (route) => {
      if (route.startsWith('PUT ')) account.subscribers.delete(contacts[1]?.id ?? '');
    };
    const changes = contacts.map((contact) => ({ ...contact, field: 'risky' }));
    expect(await mailerlite.changeContacts(call, 'all', changes)).toEqual([contacts[1]?.id]);
    expect((await readStates(contacts)).map(({ field }) => field)).toEqual(['risky', 'risky']);
  });

  test('fails as a whole if the key loses a permission or a batch stays incomplete', async () => {
    const { account } = fake;
    const { id, email } = account.addSubscriber('ada@example.com');
    await mailerlite.prepareChanges(call, 'all', []);
    account.forbidden.add('PUT /api/subscribers/{subscriber}');
    const changes = [{ id, email, field: 'risky' }];
    expect(await failureOf(mailerlite.changeContacts(call, 'all', changes))).toBe('forbidden');
    const cut: ServiceCall = {
      ...call,
      send: async (request) =>
        request.path === '/api/batch'
          ? { status: 200, body: { responses: [] } }
          : call.send(request),
    };
    expect(await failureOf(mailerlite.changeContacts(cut, 'all', changes))).toBe('unavailable');
  });

  test('reports that the account has no free field', async () => {
    const refusal = { failure: 'refused', message: 'no_free_field' };
    fake.account.maxFields = 2;
    await expect(mailerlite.prepareChanges(call, 'all', [])).rejects.toMatchObject(refusal);
    fake.account.fields.push({ name: 'tamis_status', key: 'tamis_status', type: 'date' });
    await expect(mailerlite.prepareChanges(call, 'all', [])).rejects.toMatchObject(refusal);
  });
});

describe('bounces', () => {
  const readBounces = (sinceMs: number) =>
    readAsWorker(async (cursor) => {
      if (!mailerlite.readBounces) throw new Error('There are no bounces.');
      return mailerlite.readBounces(call, sinceMs, cursor);
    });

  test('of campaigns since a time come from their reports, within the limit of calls', async () => {
    const now = Math.floor(clock.now() / 1000) * 1000;
    const { account } = fake;
    account.addGroup(300);
    const people = [...account.subscribers.values()];
    const startedAt = now - 60_000;
    const quiet = { startedAt, hardbounced: [], softbounced: [] };
    account.campaigns.push({
      ...quiet,
      id: '1',
      startedAt: now - 9_000_000,
      hardbounced: people.slice(0, 1),
    });
    for (let id = 2; id < 130; id += 1) account.campaigns.push({ ...quiet, id: String(id) });
    for (let id = 130; id < 190; id += 1) {
      const softbounced = id % 2 === 0 ? people.slice(250, 251) : [];
      account.campaigns.push({
        startedAt,
        id: String(id),
        hardbounced: people.slice(0, 1),
        softbounced,
      });
    }
    account.campaigns.push({ ...quiet, id: '190', hardbounced: people.slice(0, 250) });
    const bounces = await readBounces(now - 3_600_000);
    expect(bounces).toHaveLength(250 + 60 + 30);
    expect(bounces[0]).toEqual({ email: people[0]?.email, type: 'hard', at: startedAt });
    expect(bounces.filter(({ type }) => type === 'soft')).toHaveLength(30);
    expect(Math.max(...waits)).toBeGreaterThan(50_000);
    expect(await readBounces(now)).toEqual([]);
  });

  test('are not skipped while a campaign is sent', async () => {
    const { account, faults } = fake;
    const startedAt = Math.floor(clock.now() / 1000) * 1000;
    const people = ['a', 'b', 'c'].map((name) => account.addSubscriber(`${name}@example.com`));
    const send = (hardbounced = people) =>
      account.campaigns.push({ id: account.nextId(), startedAt, hardbounced, softbounced: [] });
    for (const person of people) send([person]);
    faults.before = (route) => {
      if (route.includes('subscriber-activity') && account.campaigns.length < 5) send();
    };
    expect(emailsOf(await readBounces(startedAt))).toEqual(emailsOf(people));
  });
});
