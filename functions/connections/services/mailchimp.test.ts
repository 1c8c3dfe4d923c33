import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  createFakeMailchimp,
  type FakeMailchimp,
} from '../../../lab/fake-services/src/mailchimp/fake-mailchimp.ts';
import {
  emailsOf,
  failureOf,
  readPages,
  readStatesInOrder,
  startServices,
} from '../../../tests/support/service-call.ts';
import { testClock, type TestClock } from '../../../tests/support/test-clock.ts';
import type { Contact, ServiceCall } from '../rules/service.ts';
import { mailchimp } from './mailchimp.ts';

const TOKEN = '0123456789abcdef0123456789abcdef-us6';

let fake: FakeMailchimp;
let clock: TestClock;
let call: ServiceCall;
let waits: readonly number[];

beforeEach(async () => {
  fake = createFakeMailchimp({ key: TOKEN });
  clock = testClock();
  const services = await startServices(clock, fake);
  onTestFinished(() => services[Symbol.asyncDispose]());
  call = services.open(mailchimp, { token: TOKEN });
  waits = services.waits;
});

const readAll = (audienceId: string) =>
  readPages((cursor) => mailchimp.readContacts(call, audienceId, cursor));

const readStates = (audienceId: string, contacts: readonly Pick<Contact, 'id' | 'email'>[]) =>
  readStatesInOrder(mailchimp, call, audienceId, contacts);

describe('the account', () => {
  test('is read with an API key', async () => {
    const expected = { id: fake.account.id, name: 'Example Store' };
    expect(await mailchimp.describeAccount(call)).toEqual(expected);
  });

  test.each([
    ['0123-us6.evil.example', undefined],
    ['0123-us6@evil.example/', undefined],
    ['0123', undefined],
    ['0123-US6', undefined],
    ['0123', 'us6.evil.example#'],
    ['0123', 'us1234'],
    ['0123-us6', ''],
  ])('has no host for token %s and data center %s', (token, dataCenter) => {
    expect(() => mailchimp.origin({ token, dataCenter })).toThrow(
      expect.objectContaining({ failure: 'revoked' }),
    );
  });

  test('is revoked if the key is not valid anymore', async () => {
    fake.faults.revoked = true;
    expect(await failureOf(mailchimp.describeAccount(call))).toBe('revoked');
  });

  test('is called again after 403 without a body, which is a limit', () => {
    expect(mailchimp.failureOf?.(403, undefined)).toBe('unavailable');
    expect(mailchimp.failureOf?.(403, { title: 'Forbidden' })).toBeUndefined();
  });
});

describe('audiences', () => {
  test('are lists, each with its segments and tags', async () => {
    const { account } = fake;
    for (let index = 0; index < 12; index += 1) account.addList(1);
    const [list] = account.lists;
    if (!list) throw new Error('There is no list.');
    const { id } = account.addSegment(list, 'Buyers', 'saved', () => true);
    for (let index = 0; index < 1000; index += 1)
      account.addSegment(list, `Tag ${index}`, 'static', () => false);
    const audiences = await readPages((cursor) => mailchimp.listAudiences(call, cursor));
    expect(audiences).toHaveLength(12 + 1001);
    expect(audiences.slice(0, 2)).toEqual([
      { id: list.id, name: 'Newsletter 1' },
      { id: `${list.id}:${id}`, name: 'Newsletter 1: Buyers' },
    ]);
  });

  test('count only contacts that are subscribed', async () => {
    const list = fake.account.addList(30);
    fake.account.addMember(list, 'gone@example.com', 'unsubscribed');
    const { id } = fake.account.addSegment(list, 'Some', 'saved', ({ email }) =>
      /-1\d?@|gone/.test(email),
    );
    expect(await mailchimp.countContacts(call, list.id)).toBe(30);
    expect(await mailchimp.countContacts(call, `${list.id}:${id}`)).toBe(11);
    expect(await readAll(`${list.id}:${id}`)).toHaveLength(11);
    for (const other of ['0other', '..', `../lists/${list.id}`, `${list.id}:..`])
      expect(await failureOf(mailchimp.countContacts(call, other))).toBe('not_found');
  });
});

describe('reading contacts', () => {
  test('yields the id, address and names of 25,000 contacts', async () => {
    const list = fake.account.addList(25_000);
    const contacts = await readAll(list.id);
    expect(emailsOf(contacts)).toHaveLength(25_000);
    const [first] = list.members.values();
    expect(contacts[0]).toEqual({
      id: first?.id,
      email: 'person-0@example.com',
      firstName: 'First 0',
      lastName: 'Last 0',
    });
    expect(contacts.length).toBeLessThan(25_000 * 1.15);
  });

  test('skips nobody while contacts leave, join and change during limits and faults', async () => {
    const list = fake.account.addList(5000);
    const leaving = [...list.members.values()].slice(0, 1500);
    let page = 0;
    fake.faults.before = (route) => {
      if (!route.endsWith('/members')) return;
      page += 1;
      fake.account.addMember(list, `new-${page}@example.com`);
      if (page === 2) {
        fake.faults.after = 1;
        fake.faults.broken = 2;
        fake.faults.repeated = 1;
      }
      // More contacts than two pages share, including the last ones of a page.
      if (page === 3) for (const { id } of leaving.slice(0, 700)) list.members.delete(id);
      if (page === 4) for (const each of leaving.slice(700)) each.status = 'unsubscribed';
      if (page === 5) fake.faults.limited = 2;
    };
    const emails = new Set(emailsOf(await readAll(list.id)));
    const gone = new Set(leaving.map(({ email }) => email));
    const stayed = Array.from({ length: 5000 }, (_, index) => `person-${index}@example.com`);
    expect(stayed.filter((email) => !gone.has(email) && !emails.has(email))).toEqual([]);
    expect(waits).toEqual([250, 500, 1000, 1000]);
  });

  test('fails if Mailchimp stays unavailable', async () => {
    const list = fake.account.addList(5);
    fake.faults.broken = 9;
    expect(await failureOf(readAll(list.id))).toBe('unavailable');
  });

  test('stays below the connections that Mailchimp allows', async () => {
    const list = fake.account.addList(30);
    fake.faults.delayMs = 1;
    const contacts = await readAll(list.id);
    expect(await mailchimp.readStates(call, list.id, contacts)).toHaveLength(30);
    expect(waits).toEqual([]);
  });
});

describe('changing contacts', () => {
  test('marks, sets the field, unsubscribes and takes back, twice with the same effect', async () => {
    const list = fake.account.addList(4);
    const [first, second, third, fourth] = await readAll(list.id);
    if (!first || !second || !third || !fourth) throw new Error('Contacts are missing.');
    const member = list.members.get(first.id);
    for (let index = 0; index < 60; index += 1)
      if (member) fake.account.setTag(list, member, `Other ${index}`, true);
    list.mergeFields.push({
      tag: 'AGE',
      name: 'Age',
      type: 'number',
      required: true,
      public: true,
    });
    await mailchimp.prepareChanges(call, list.id, ['undeliverable']);
    await mailchimp.prepareChanges(call, list.id, ['undeliverable']);
    expect(list.mergeFields.filter(({ tag }) => tag === 'TAMIS')).toEqual([
      { tag: 'TAMIS', name: 'Tamis', type: 'text', required: false, public: false },
    ]);

    const changes = [
      { ...first, marks: ['undeliverable'], field: 'undeliverable', subscribed: false },
      { ...second, marks: ['risky'] },
      { ...third, field: 'unknown' },
      { ...fourth, marks: ['risky'], field: 'risky' },
    ] as const;
    list.members.delete(fourth.id);
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await mailchimp.changeContacts(call, list.id, changes)).toEqual([fourth.id]);
      expect(await readStates(list.id, changes)).toEqual([
        { id: first.id, marks: ['undeliverable'], field: 'undeliverable', subscribed: false },
        { id: second.id, marks: ['risky'], field: null, subscribed: true },
        { id: third.id, marks: [], field: 'unknown', subscribed: true },
      ]);
    }
    expect(member?.tags.size).toBe(61);

    // Undo: Mailchimp cannot reverse unsubscribing.
    const back = [first, second, third].map(({ id, email }) => ({
      id,
      email,
      marks: [],
      field: null,
      subscribed: true,
    }));
    expect(await mailchimp.changeContacts(call, list.id, back)).toEqual([]);
    expect(await readStates(list.id, back)).toEqual([
      { id: first.id, marks: [], field: null, subscribed: false },
      { id: second.id, marks: [], field: null, subscribed: true },
      { id: third.id, marks: [], field: null, subscribed: true },
    ]);
    expect(member?.tags.size).toBe(60);
  });

  test('reports that the list has no free field', async () => {
    const list = fake.account.addList(1);
    while (list.mergeFields.length < 30)
      list.mergeFields.push({
        tag: `F${list.mergeFields.length}`,
        name: 'Field',
        type: 'text',
        required: false,
        public: true,
      });
    await expect(mailchimp.prepareChanges(call, list.id, [])).rejects.toMatchObject({
      failure: 'refused',
      message: 'no_free_field',
    });
  });
});

test('yields the hard and soft bounces of campaigns since a time', async () => {
  const now = clock.now();
  const bounce = (index: number, type: 'hard' | 'soft') => ({
    email: `person-${index}@example.com`,
    activity: [
      { action: 'open', at: now },
      { action: 'bounce', type, at: now - index * 1000 },
    ] as const,
  });
  const read = (index: number) => ({
    email: `reader-${index}@example.com`,
    activity: [{ action: 'open', at: now }] as const,
  });
  fake.account.campaigns.push(
    { id: 'old', sentAt: now - 9_000_000, recipients: [bounce(9, 'hard')] },
    { id: 'read', sentAt: now, recipients: [read(0)] },
    {
      id: 'sent',
      sentAt: now,
      recipients: [
        bounce(1, 'hard'),
        ...Array.from({ length: 1500 }, (_, index) => read(index)),
        bounce(2, 'soft'),
      ],
    },
  );
  const bounces = await readPages((cursor) => {
    if (!mailchimp.readBounces) throw new Error('There are no bounces.');
    return mailchimp.readBounces(call, now - 3_600_000, cursor);
  });
  expect(bounces).toEqual([
    { email: 'person-1@example.com', type: 'hard', at: now },
    { email: 'person-2@example.com', type: 'soft', at: now },
  ]);
});
