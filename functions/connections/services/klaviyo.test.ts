import { describe, expect, it, onTestFinished } from 'vitest';
import { createFakeKlaviyo } from '../../../lab/fake-services/src/klaviyo/fake-klaviyo.ts';
import { readPages, startServices } from '../../../tests/support/service-call.ts';
import { testClock } from '../../../tests/support/test-clock.ts';
import type { ContactChange } from '../rules/service.ts';
import { klaviyo } from './klaviyo.ts';

const LIST = 'list/LIST01';

async function connect(profiles: number) {
  const clock = testClock();
  const { account, faults, ...fake } = createFakeKlaviyo({ profiles, now: clock.now });
  const services = await startServices(clock, { ...fake });
  onTestFinished(() => services[Symbol.asyncDispose]());
  const call = services.open(klaviyo, { token: 'pk_test' });
  const contactOf = (index: number) => {
    const { id, email } = account.profileAt(index);
    return { id, email: email ?? '' };
  };
  return {
    account,
    faults,
    call,
    clock,
    waits: services.waits,
    contactOf,
    readContacts: (audienceId: string) =>
      readPages((cursor) => klaviyo.readContacts(call, audienceId, cursor)),
    readState: async (index: number) =>
      (await klaviyo.readStates(call, LIST, [contactOf(index)]))[0],
    change: (...changes: ContactChange[]) => klaviyo.changeContacts(call, LIST, changes),
  };
}

describe('connecting to Klaviyo', () => {
  it('names the account if the key has every permission', async () => {
    const { call } = await connect(1);
    expect(await klaviyo.describeAccount(call)).toEqual({ id: 'AbC123', name: 'Example Shop' });
  });

  it.each([
    'accounts:read',
    'events:read',
    'lists:read',
    'lists:write',
    'metrics:read',
    'profiles:read',
    'profiles:write',
    'segments:read',
    'subscriptions:write',
  ])('reports that the key lacks %s', async (scope) => {
    const { account, call } = await connect(1);
    account.scopes.delete(scope);
    await expect(klaviyo.describeAccount(call)).rejects.toMatchObject({ failure: 'forbidden' });
  });

  it('changes nothing while it tests permissions', async () => {
    const { account, call } = await connect(3);
    const before = structuredClone([account.profiles, account.lists]);
    await klaviyo.describeAccount(call);
    expect([account.profiles, account.lists]).toEqual(before);
  });

  it('reports a revoked key, and an audience that does not exist', async () => {
    const { faults, call } = await connect(1);
    for (const id of ['list/GONE', 'segment/../../events', 'other'])
      await expect(klaviyo.countContacts(call, id)).rejects.toMatchObject({ failure: 'not_found' });
    faults.revoked = true;
    await expect(klaviyo.describeAccount(call)).rejects.toMatchObject({ failure: 'revoked' });
  });
});

describe('reading from Klaviyo', () => {
  it('lists all lists and segments, ten a page', async () => {
    const { account, call } = await connect(0);
    for (let index = 0; index < 15; index += 1) {
      const group = { id: `X${index}`, name: `Group ${index}`, members: new Map() };
      account.lists.set(group.id, group);
      account.segments.set(group.id, group);
    }
    const audiences = await readPages((cursor) => klaviyo.listAudiences(call, cursor));
    expect(audiences).toHaveLength(32);
    expect(audiences[0]).toEqual({ id: LIST, name: 'Newsletter' });
    expect(audiences.at(-1)).toEqual({ id: 'segment/X14', name: 'Group 14' });
  });

  it('reads a segment of 25,000 profiles once each, in spite of limits and faults', async () => {
    const { faults, call, readContacts, waits } = await connect(50_000);
    expect(await klaviyo.countContacts(call, 'segment/SEGM01')).toBe(25_000);
    Object.assign(faults, { after: 20, limited: 2, broken: 1 });
    const contacts = await readContacts('segment/SEGM01');
    expect(new Set(contacts.map(({ email }) => email)).size).toBe(25_000);
    expect(contacts).toHaveLength(25_000);
    expect(contacts[1]).toMatchObject({ email: 'profile-2@example.com', firstName: 'First 2' });
    expect(waits).toEqual([1000, 1000, 500 * 4 * 0.5]);
  });

  it('omits profiles that campaigns do not reach or that have no address', async () => {
    const { account, readContacts } = await connect(5);
    account.unsubscribe(account.profileAt(0).id);
    account.profileAt(1).email = null;
    const local = { reason: 'UNSUBSCRIBE', timestamp: '2026-01-01T00:00:00Z' };
    account.profileAt(2).list_suppressions.push({ ...local, list_id: 'LIST01' });
    account.profileAt(3).list_suppressions.push({ ...local, list_id: 'OTHER1' });
    const emails = (await readContacts(LIST)).map(({ email }) => email);
    expect(emails).toEqual(['profile-3@example.com', 'profile-4@example.com']);
  });

  it('skips no profile that stays while others leave and join', async () => {
    const { account, faults, readContacts } = await connect(300);
    const list = account.lists.get('LIST01');
    let calls = 0;
    faults.before = () => {
      calls += 1;
      account.delete(account.profileAt(calls).id);
      if (list && calls < 3) {
        list.members.delete(account.profileAt(0).id);
        account.join(list, account.profileAt(0).id);
      }
    };
    const emails = new Set((await readContacts(LIST)).map(({ email }) => email));
    for (let index = 4; index < 300; index += 1)
      expect(emails).toContain(`profile-${index}@example.com`);
    expect(emails).toContain('profile-0@example.com');
  });

  it('reads bounces since a time, with their type', async () => {
    const { account, call, clock } = await connect(1500);
    const sinceMs = clock.now() - 5000;
    for (let index = 0; index < 1200; index += 1)
      account.bounces.push({
        profileId: account.profileAt(index).id,
        type: index === 1199 ? 'Soft' : 'Hard',
        at: index === 0 ? sinceMs - 1 : sinceMs + index,
      });
    account.delete(account.profileAt(5).id);
    const bounces = await readPages(
      async (cursor) => (await klaviyo.readBounces?.(call, sinceMs, cursor)) ?? { items: [] },
    );
    expect(bounces).toHaveLength(1198);
    expect(bounces[0]).toEqual({ email: 'profile-1@example.com', type: 'hard', at: sinceMs + 1 });
    expect(bounces.at(-1)?.type).toBe('soft');
  });
});

describe('changing profiles at Klaviyo', () => {
  it('marks, writes the field and suppresses, and reverses all of it', async () => {
    const { account, call, contactOf, change, readState } = await connect(3);
    await klaviyo.prepareChanges(call, LIST, ['undeliverable', 'risky']);
    await klaviyo.prepareChanges(call, LIST, ['undeliverable', 'risky']);
    expect([...account.lists.values()].map(({ name }) => name)).toEqual([
      'Newsletter',
      'Tamis: undeliverable',
      'Tamis: risky',
    ]);
    const original = await readState(0);
    expect(original).toMatchObject({ marks: [], field: null, subscribed: true });
    const marked = { marks: ['risky' as const], field: 'risky', subscribed: false };
    for (let run = 0; run < 2; run += 1)
      expect(await change({ ...contactOf(0), ...marked })).toEqual([]);
    expect(await readState(0)).toEqual({ id: contactOf(0).id, ...marked });
    expect(account.profileAt(0).suppression).toHaveLength(1);
    expect(await readState(1)).toMatchObject({ marks: [], field: null, subscribed: true });

    await change({ ...contactOf(0), marks: ['undeliverable'] });
    expect(await readState(0)).toMatchObject({ marks: ['undeliverable'], field: 'risky' });

    await change({ ...contactOf(0), marks: [], field: null, subscribed: true });
    expect(await readState(0)).toEqual(original);
    expect(account.profileAt(0).properties).toEqual({});
  });

  it('changes 100 profiles a batch and repeats only what is missing', async () => {
    const { account, faults, call, contactOf, change } = await connect(100);
    await klaviyo.prepareChanges(call, LIST, ['unknown']);
    const operations: string[] = [];
    const changes = Array.from({ length: 100 }, (_, index) => ({
      ...contactOf(index),
      marks: ['unknown' as const],
      field: 'unknown',
    }));
    Object.assign(faults, { after: 30, broken: 20 });
    await expect(change(...changes)).rejects.toMatchObject({ failure: 'unavailable' });
    faults.broken = 0;
    faults.before = (operationId) => operations.push(operationId);
    expect(await change(...changes)).toEqual([]);
    const written = [...account.profiles.values()].map(({ properties }) => properties);
    expect(written).toEqual(Array.from({ length: 100 }, () => ({ TAMIS_STATUS: 'unknown' })));
    expect(operations).not.toContain('add_profiles_to_list');
    expect(operations.filter((each) => each === 'update_profile').length).toBeLessThan(100);
  });

  it('never resubscribes who opted out since', async () => {
    const { account, contactOf, change } = await connect(2);
    await change({ ...contactOf(0), subscribed: false }, { ...contactOf(1), subscribed: false });
    account.unsubscribe(contactOf(0).id);
    const changes = [0, 1].map((index) => Object.assign(contactOf(index), { subscribed: true }));
    expect(await change(...changes)).toEqual([contactOf(0).id]);
    expect(account.profileAt(0).suppression).toHaveLength(2);
    expect(account.profileAt(1).suppression).toHaveLength(0);
  });

  it('reports profiles that vanished or have another address, and creates none', async () => {
    const { account, faults, call, contactOf, change } = await connect(4);
    await klaviyo.prepareChanges(call, LIST, ['risky']);
    const marked = { marks: ['risky' as const], field: 'risky', subscribed: false };
    const changes = [0, 1, 2, 3].map((index) => Object.assign(contactOf(index), marked));
    account.delete(contactOf(0).id);
    account.profileAt(1).email = 'new@example.com';
    const vanishing = contactOf(2).id;
    // Vanishes between reading and writing.
    faults.before = (operationId) => {
      if (operationId === 'update_profile') account.delete(vanishing);
    };
    const unchanged = await change(...changes);
    expect(unchanged).toEqual(expect.arrayContaining([changes[0]?.id, changes[1]?.id, vanishing]));
    expect(unchanged).not.toContain(changes[3]?.id);
    expect([...account.profiles.values()].map(({ email }) => email)).toEqual([
      'new@example.com',
      'profile-3@example.com',
    ]);
  });
});
