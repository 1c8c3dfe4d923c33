import { describe, expect, it, onTestFinished } from 'vitest';
import { createFakeHubspot } from '../../../lab/fake-services/src/hubspot/fake-hubspot.ts';
import { readPages, startServices } from '../../../tests/support/service-call.ts';
import { testClock } from '../../../tests/support/test-clock.ts';
import type { ContactChange } from '../rules/service.ts';
import { hubspot } from './hubspot.ts';

const LIST = '1';

async function connect(contacts: number) {
  const clock = testClock();
  const { account, faults, ...fake } = createFakeHubspot({ contacts, now: clock.now });
  const services = await startServices(clock, fake);
  onTestFinished(() => services[Symbol.asyncDispose]());
  const call = services.open(hubspot, { token: 'pat-test' });
  const contactOf = (index: number) => {
    const { id, properties } = account.contactAt(index);
    return { id, email: properties['email'] ?? '' };
  };
  const set = (index: number, name: string, value: string) =>
    account.set(account.contactAt(index), name, value);
  return {
    account,
    faults,
    call,
    clock,
    waits: services.waits,
    contactOf,
    set,
    readContacts: () => readPages((cursor) => hubspot.readContacts(call, LIST, cursor)),
    readBounces: (sinceMs: number) =>
      readPages(
        async (cursor) => (await hubspot.readBounces?.(call, sinceMs, cursor)) ?? { items: [] },
      ),
    readState: async (index: number) =>
      (await hubspot.readStates(call, LIST, [contactOf(index)]))[0],
    change: (...changes: ContactChange[]) => hubspot.changeContacts(call, LIST, changes),
  };
}

describe('connecting to HubSpot', () => {
  it('names the account if the token has every permission, and changes nothing', async () => {
    const { account, call } = await connect(2);
    const before = structuredClone([account.contacts, account.lists, account.customProperties]);
    expect(await hubspot.describeAccount(call)).toEqual({ id: '4711', name: '4711' });
    expect([account.contacts, account.lists, account.customProperties]).toEqual(before);
  });

  it.each([
    ['crm.lists.read'],
    ['crm.lists.write'],
    ['crm.objects.contacts.read'],
    ['crm.objects.contacts.write'],
    ['crm.schemas.contacts.write'],
    ['communication_preferences.write', 'communication_preferences.read_write'],
  ])('reports that the token lacks %s', async (...scopes) => {
    const { account, call } = await connect(1);
    for (const scope of scopes) account.scopes.delete(scope);
    await expect(hubspot.describeAccount(call)).rejects.toMatchObject({ failure: 'forbidden' });
  });

  it('reports a revoked token, and a list that does not exist', async () => {
    const { faults, call } = await connect(1);
    const gone = { failure: 'not_found' };
    await expect(hubspot.countContacts(call, '99')).rejects.toMatchObject(gone);
    await expect(hubspot.readContacts(call, '../1')).rejects.toMatchObject(gone);
    faults.revoked = true;
    await expect(hubspot.describeAccount(call)).rejects.toMatchObject({ failure: 'revoked' });
  });
});

describe('reading from HubSpot', () => {
  it('lists more than 500 lists', async () => {
    const { account, call } = await connect(0);
    for (let index = 2; index <= 501; index += 1) {
      const names = { id: String(index), name: `List ${index}` };
      account.lists.set(names.id, { ...names, processingType: 'MANUAL', members: new Set() });
    }
    const audiences = await readPages((cursor) => hubspot.listAudiences(call, cursor));
    expect(audiences).toHaveLength(501);
    expect(audiences[0]).toEqual({ id: LIST, name: 'Newsletter' });
  });

  it('reads 25,000 contacts once each, in spite of limits and faults', async () => {
    const { faults, call, readContacts, waits } = await connect(25_000);
    expect(await hubspot.countContacts(call, LIST)).toBe(25_000);
    Object.assign(faults, { after: 20, limited: 1, broken: 1 });
    const contacts = await readContacts();
    expect(new Set(contacts.map(({ email }) => email)).size).toBe(25_000);
    expect(contacts).toHaveLength(25_000);
    expect(contacts[1]).toEqual({
      id: '1001',
      email: 'contact-1@example.com',
      firstName: 'First 1',
      lastName: 'Last 1',
    });
    expect(waits).toEqual([10_000, 500]);
  });

  it('does not wait for the next day, but reports the limit', async () => {
    const { account, faults, readContacts, waits } = await connect(1);
    account.policy = 'DAILY';
    faults.limited = 1;
    const limit = { failure: 'limited', retryAfterMs: 3_600_000 };
    await expect(readContacts()).rejects.toMatchObject(limit);
    expect(waits).toEqual([]);
  });

  it('omits contacts that email does not reach or that have no address', async () => {
    const { set, readContacts } = await connect(6);
    set(0, 'hs_email_optout', 'true');
    set(1, 'hs_email_is_ineligible', 'true');
    set(2, 'hs_email_quarantined', 'true');
    set(3, 'hs_email_hard_bounce_reason_enum', 'UNKNOWN_USER');
    set(4, 'email', '');
    set(5, 'hs_email_optout', 'false');
    expect((await readContacts()).map(({ email }) => email)).toEqual(['contact-5@example.com']);
  });

  it('skips no contact that stays while others leave', async () => {
    const { account, faults, readContacts } = await connect(300);
    let calls = 0;
    faults.before = () => account.delete(account.contactAt(calls++).id);
    const emails = (await readContacts()).map(({ email }) => email);
    const stayed = Array.from({ length: 294 }, (_, index) => `contact-${index + 6}@example.com`);
    expect(emails).toEqual(expect.arrayContaining(stayed));
  });

  it('reads hard bounces since a time beyond what one search returns', async () => {
    const { clock, set, readBounces } = await connect(10_200);
    set(0, 'hs_email_hard_bounce_reason_enum', 'MAILBOX_FULL');
    clock.advance(1000);
    const sinceMs = clock.now();
    // A later change does not change the date of the bounce.
    set(0, 'firstname', 'New');
    for (let index = 1; index < 10_200; index += 1) {
      if (index % 100 === 0) clock.advance(10);
      set(index, 'hs_email_hard_bounce_reason_enum', 'UNKNOWN_USER');
    }
    const bounces = await readBounces(sinceMs);
    expect(new Set(bounces.map(({ email }) => email)).size).toBe(10_199);
    expect(bounces[0]).toEqual({
      email: 'contact-1@example.com',
      type: 'hard',
      text: 'UNKNOWN_USER',
      at: sinceMs,
    });
  });
});

describe('changing contacts at HubSpot', () => {
  it('marks and writes the field, and reverses both', async () => {
    const { account, call, contactOf, change, readState } = await connect(3);
    for (let run = 0; run < 2; run += 1)
      await hubspot.prepareChanges(call, LIST, ['undeliverable', 'risky']);
    expect([...account.lists.values()].map(({ name }) => name)).toEqual([
      'Newsletter',
      'Tamis: undeliverable',
      'Tamis: risky',
    ]);
    const original = await readState(0);
    expect(original).toMatchObject({ marks: [], field: null, subscribed: true });
    const marked = { marks: ['risky' as const], field: 'risky' };
    for (let run = 0; run < 2; run += 1)
      expect(await change({ ...contactOf(0), ...marked })).toEqual([]);
    expect(await readState(0)).toEqual({ ...original, ...marked });
    expect(await readState(1)).toMatchObject({ marks: [], field: null });

    await change({ ...contactOf(0), marks: ['undeliverable'] });
    expect(await readState(0)).toMatchObject({ marks: ['undeliverable'], field: 'risky' });

    await change({ ...contactOf(0), marks: [], field: null });
    expect(await readState(0)).toEqual(original);
  });

  it('unsubscribes, and never resubscribes', async () => {
    const { contactOf, change, readState } = await connect(1);
    for (let run = 0; run < 2; run += 1)
      expect(await change({ ...contactOf(0), subscribed: false })).toEqual([]);
    expect(await readState(0)).toMatchObject({ subscribed: false });
    expect(await change({ ...contactOf(0), subscribed: true })).toEqual([contactOf(0).id]);
    expect(await readState(0)).toMatchObject({ subscribed: false });
  });

  it('repeats only what is missing after a failure', async () => {
    const { account, faults, call, contactOf, change } = await connect(100);
    await hubspot.prepareChanges(call, LIST, ['unknown']);
    const changes = Array.from({ length: 100 }, (_, index) => ({
      ...contactOf(index),
      marks: ['unknown' as const],
      field: 'unknown',
      subscribed: false,
    }));
    const operations: string[] = [];
    Object.assign(faults, { after: 50, broken: 20 });
    await expect(change(...changes)).rejects.toMatchObject({ failure: 'unavailable' });
    faults.broken = 0;
    faults.before = (operationId) => operations.push(operationId);
    expect(await change(...changes)).toEqual([]);
    const contacts = [...account.contacts.values()].map(({ properties }) => properties);
    expect(contacts.every((each) => each['hs_email_optout'] === 'true')).toBe(true);
    expect(contacts.every((each) => each['tamis_status'] === 'unknown')).toBe(true);
    expect(operations).not.toContain('changeMemberships');
    expect(operations).not.toContain('updateContacts');
    expect(operations.filter((each) => each === 'unsubscribe').length).toBeLessThan(70);
  });

  it('reports contacts that vanished or have another address', async () => {
    const { account, faults, call, contactOf, set, change } = await connect(4);
    await hubspot.prepareChanges(call, LIST, ['risky']);
    const marked = { marks: ['risky' as const], field: 'risky', subscribed: false };
    const changes = [0, 1, 2, 3].map((index) => Object.assign(contactOf(index), marked));
    const ids = changes.map(({ id }) => id);
    account.delete(contactOf(0).id);
    set(1, 'email', 'new@example.com');
    faults.before = (operationId) => {
      if (operationId === 'changeMemberships') account.delete(ids[2] ?? '');
    };
    expect(new Set(await change(...changes))).toEqual(new Set(ids.slice(0, 3)));
    expect(account.contactAt(1).properties['hs_email_optout']).toBeUndefined();
    expect(account.contactAt(3).properties['hs_email_optout']).toBe('true');
  });

  it('reports that the account has no free property, or that the token may create none', async () => {
    const { account, call } = await connect(1);
    account.maxCustomProperties = 0;
    const prepare = () => hubspot.prepareChanges(call, LIST, []);
    await expect(prepare()).rejects.toMatchObject({ failure: 'refused', message: 'no_free_field' });
    account.maxCustomProperties = 1;
    account.scopes.delete('crm.schemas.contacts.write');
    await expect(prepare()).rejects.toMatchObject({ failure: 'forbidden' });
  });
});
