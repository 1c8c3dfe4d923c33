import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createFakeBrevo } from '../../../lab/fake-services/src/brevo/fake-brevo.ts';
import {
  emailsOf,
  failureOf,
  readPages,
  readStatesInOrder,
  startServices,
} from '../../../tests/support/service-call.ts';
import { testClock, type TestClock } from '../../../tests/support/test-clock.ts';
import { type Contact, type ServiceCall, ServiceError } from '../rules/service.ts';
import { brevo } from './brevo.ts';

const TOKEN = 'xkeysib-test';

let fake: ReturnType<typeof createFakeBrevo>;
let clock: TestClock;
let call: ServiceCall;
let waits: number[];

beforeEach(async () => {
  clock = testClock();
  fake = createFakeBrevo({ key: TOKEN, now: clock.now });
  const services = await startServices(clock, fake);
  onTestFinished(() => services[Symbol.asyncDispose]());
  call = services.open(brevo, { token: TOKEN });
  waits = services.waits;
});

const readAll = (audienceId: string) =>
  readPages((cursor) => brevo.readContacts(call, audienceId, cursor));

const readStates = (audienceId: string, contacts: readonly Pick<Contact, 'id' | 'email'>[]) =>
  readStatesInOrder(brevo, call, audienceId, contacts);

describe('the account', () => {
  test('is read with a key', async () => {
    const expected = { id: fake.account.id, name: 'Example Store' };
    expect(await brevo.describeAccount(call)).toEqual(expected);
    fake.faults.revoked = true;
    expect(await failureOf(brevo.describeAccount(call))).toBe('revoked');
  });

  test('forbids our addresses or a permission', () => {
    const message = 'We have detected you are using an unrecognised IP address 192.0.2.1.';
    expect(brevo.failureOf?.(401, { code: 'unauthorized', message })).toBe('forbidden');
    const denied = { code: 'permission_denied', message: 'No' };
    expect(brevo.failureOf?.(400, denied)).toBe('forbidden');
    expect(brevo.failureOf?.(400, undefined)).toBeUndefined();
  });
});

describe('audiences', () => {
  test('are lists and segments', async () => {
    for (let index = 0; index < 60; index += 1) fake.account.addList(0);
    fake.account.segments.push({ id: 7, name: 'Buyers', includes: () => true });
    const audiences = await readPages((cursor) => brevo.listAudiences(call, cursor));
    expect(audiences).toHaveLength(61);
    expect(new Set(audiences.map(({ id }) => id)).size).toBe(61);
    expect(audiences.at(-1)).toEqual({ id: 'segment:7', name: 'Buyers' });
  });

  test('yield only contacts to whom campaigns can be sent', async () => {
    const { account } = fake;
    const { id } = account.addList(3);
    account.addContact('blocked@example.com', [id]).emailBlacklisted = true;
    account.addContact('left@example.com', [id]).listUnsubscribed.add(id);
    account.addContact('other@example.com', [account.addList(0).id]);
    account.addContact(undefined, [id]);
    account.segments.push({ id: 7, name: 'Some', includes: ({ email }) => !!email?.match(/-1|o/) });
    expect(await brevo.countContacts(call, `list:${id}`)).toBe(6);
    const contacts = await readAll(`list:${id}`);
    expect(emailsOf(contacts)).toEqual([0, 1, 2].map((each) => `person-${each}@example.com`));
    expect(contacts[0]).toEqual({
      id: '2',
      email: 'person-0@example.com',
      firstName: 'First 2',
      lastName: 'Last 2',
    });
    expect(await readAll('segment:7')).toHaveLength(5);
    expect(await failureOf(readAll('list:999'))).toBe('not_found');
  });
});

describe('reading contacts', () => {
  test('yields 25,000 contacts within the limit of calls', async () => {
    const { id } = fake.account.addList(25_000);
    const contacts = await readAll(`list:${id}`);
    expect(emailsOf(contacts)).toHaveLength(25_000);
    expect(waits).toEqual([1000, 1000]);
  });

  test('skips nobody while contacts leave, join and change during limits and faults', async () => {
    const { account, faults } = fake;
    const list = account.addList(5000);
    const leaving = [...account.contacts.values()].slice(0, 1500);
    let page = 0;
    faults.before = () => {
      page += 1;
      account.addContact(`new-${page}@example.com`, [list.id]);
      if (page === 2) Object.assign(faults, { after: 1, broken: 2, repeated: 1 });
      // More contacts than two pages share, including the last ones of a page.
      if (page === 3) for (const { id } of leaving.slice(0, 700)) account.contacts.delete(id);
      if (page === 4) for (const each of leaving.slice(700)) each.listIds.clear();
      if (page === 5) faults.limited = 2;
    };
    const emails = new Set(emailsOf(await readAll(`list:${list.id}`)));
    const gone = new Set(leaving.map(({ email }) => email));
    const stayed = Array.from({ length: 5000 }, (_, index) => `person-${index}@example.com`);
    expect(stayed.filter((email) => !gone.has(email) && !emails.has(email))).toEqual([]);
    expect(waits.slice(0, 4)).toEqual([250, 500, 1000, 1000]);
  });
});

describe('changing contacts', () => {
  test('marks, sets the attribute, blocklists and takes back, twice with the same effect', async () => {
    const { account } = fake;
    const { id: listId } = account.addList(30);
    const audience = `list:${listId}`;
    for (let index = 0; index < 60; index += 1) account.addList(0);
    const contacts = await readAll(audience);
    const [first, second, third, fourth] = contacts;
    if (!first || !second || !third || !fourth) throw new Error('Contacts are missing.');
    for (let turn = 0; turn < 2; turn += 1)
      await brevo.prepareChanges(call, audience, ['undeliverable', 'risky']);
    const folder = account.folders.find(({ name }) => name === 'Tamis');
    const marks = account.lists.filter(({ folderId }) => folderId === folder?.id);
    expect(marks.map(({ name }) => name)).toEqual(['Tamis: undeliverable', 'Tamis: risky']);

    const changes = [
      { ...first, marks: ['undeliverable'], field: 'undeliverable', subscribed: false },
      { ...second, marks: ['risky'] },
      { ...third, field: 'unknown' },
      { ...fourth, marks: ['risky'], field: 'risky' },
      ...contacts.slice(4).map(({ id, email }) => ({ id, email, field: 'risky' })),
    ] as const;
    account.contacts.delete(Number(fourth.id));
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await brevo.changeContacts(call, audience, changes)).toEqual([fourth.id]);
      const states = await readStates(audience, changes);
      expect(states).toHaveLength(29);
      expect(states.slice(0, 4)).toEqual([
        { id: first.id, marks: ['undeliverable'], field: 'undeliverable', subscribed: false },
        { id: second.id, marks: ['risky'], field: null, subscribed: true },
        { id: third.id, marks: [], field: 'unknown', subscribed: true },
        { id: contacts[4]?.id, marks: [], field: 'risky', subscribed: true },
      ]);
    }

    const back = [first, second, third].map(({ id, email }) => ({ id, email }));
    const restored = back.map(({ id, email }) => ({
      id,
      email,
      marks: [],
      field: null,
      subscribed: true,
    }));
    expect(await brevo.changeContacts(call, audience, restored)).toEqual([]);
    expect(await readStates(audience, back)).toEqual(
      back.map(({ id }) => ({ id, marks: [], field: null, subscribed: true })),
    );
    expect(account.contacts.get(Number(first.id))?.listIds).toEqual(new Set([listId]));
  });

  test('changes each of the others if one contact vanishes while a batch is sent', async () => {
    const { id } = fake.account.addList(3);
    const contacts = await readAll(`list:${id}`);
    await brevo.prepareChanges(call, `list:${id}`, []);
    fake.faults.before = (route) => {
      if (route === 'POST /v3/contacts/batch')
        fake.account.contacts.delete(Number(contacts[1]?.id));
    };
    const changes = contacts.map((contact) => ({ ...contact, field: 'risky' }));
    expect(await brevo.changeContacts(call, `list:${id}`, changes)).toEqual([contacts[1]?.id]);
    const states = await readStates(`list:${id}`, contacts);
    expect(states.map(({ field }) => field)).toEqual(['risky', 'risky']);
  });

  test('reports that the account has no free attribute', async () => {
    fake.account.maxAttributes = 2;
    await expect(brevo.prepareChanges(call, 'list:1', [])).rejects.toMatchObject({
      failure: 'refused',
      message: 'no_free_field',
    });
  });
});

describe('bounces', () => {
  /** Reads all steps as a worker does, which waits if it must. */
  async function readBounces(sinceMs: number) {
    return readPages(async (cursor) => {
      for (;;)
        try {
          if (!brevo.readBounces) throw new Error('There are no bounces.');
          expect(cursor?.length ?? 0).toBeLessThan(1000);
          return await brevo.readBounces(call, sinceMs, cursor);
        } catch (error) {
          const retryAfterMs = error instanceof ServiceError ? error.retryAfterMs : undefined;
          if (retryAfterMs === undefined) throw error;
          waits.push(retryAfterMs);
          clock.advance(retryAfterMs);
        }
    });
  }

  test('of campaigns since a time come from exports, within 100 calls an hour', async () => {
    const now = clock.now();
    const { campaigns } = fake.account;
    const quiet = { hardBounces: [], softBounces: [] };
    campaigns.push({ ...quiet, id: 1, sentAt: now - 9_000_000, hardBounces: ['old@example.com'] });
    for (let id = 2; id < 45; id += 1) {
      const hardBounces = [`hard-${id}@example.com`, `also-${id}@example.com`];
      const softBounces = id % 2 === 0 ? [`soft-${id}@example.com`] : [];
      campaigns.push(
        id === 44 ? { ...quiet, id, sentAt: now } : { id, sentAt: now, hardBounces, softBounces },
      );
    }
    const bounces = await readBounces(now - 3_600_000);
    expect(bounces).toHaveLength(42 * 2 + 21);
    expect(bounces.slice(0, 3)).toEqual([
      { email: 'hard-2@example.com', type: 'hard', at: now },
      { email: 'also-2@example.com', type: 'hard', at: now },
      { email: 'soft-2@example.com', type: 'soft', at: now },
    ]);
    expect(Math.max(...waits)).toBeGreaterThan(60_000);
  });

  test('are not read from a file of another host', async () => {
    const sentAt = clock.now() - 1000;
    fake.account.campaigns.push({ id: 1, sentAt, hardBounces: ['a@example.com'], softBounces: [] });
    for (const origin of [
      'https://169.254.169.254',
      'https://export.brevo.com.evil.example',
      'https://evilbrevo.com',
      'http://export.brevo.com',
      'https://export.brevo.com:8080',
      'https://user@export.brevo.com',
    ]) {
      fake.account.exportOrigin = origin;
      expect(await failureOf(readBounces(sentAt))).toBe('refused');
    }
  });
});
