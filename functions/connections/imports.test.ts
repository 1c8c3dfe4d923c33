import { describe, expect, it } from 'vitest';
import type { FakeKlaviyo } from '../../lab/fake-services/src/klaviyo/fake-klaviyo.ts';
import { HOUR_MS } from '../../shared/model/duration.ts';
import { LIST_STATUS } from '../../shared/model/list-status.ts';
import { type Scope, SCOPES } from '../../shared/contract/auth.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import {
  addressesOf,
  createImporter,
  endedImports,
  idOf,
  type Importer,
  KEY,
  LIST,
} from '../../tests/support/importer.ts';
import { addMember, createPerson } from '../../tests/support/people.ts';

const table = await startFileTable();
const createWorld = (profiles: number) => createImporter(table, profiles);

describe('connecting an account', () => {
  it('stores the key sealed, shows the name of the account, and never shows the key', async () => {
    const world = await createWorld(1);
    const { status, body, params } = await world.connect();
    expect([status, body.data]).toMatchObject([
      200,
      { service: 'klaviyo', name: 'Example Shop', state: 'active' },
    ]);
    const { body: listed } = await world.call('listConnections');
    expect(listed.data).toEqual({ connections: [body.data], imports: [], logins: [] });
    const stored = await world.context.connections.get(world.userId, params.id);
    if (!stored) throw new Error('the connection is not stored');
    expect(JSON.stringify([stored, body, listed, world.context.lines])).not.toContain(KEY);
    const { credentials } = await world.context.connections.readCredentials(stored);
    expect(credentials).toEqual({ token: KEY });
    // Sealed for one account: a copy in another account's item cannot be opened.
    const moved = { ...stored, userId: 'other' };
    await expect(world.context.connections.readCredentials(moved)).rejects.toThrow(
      'unable to authenticate data',
    );
  });

  it.each<[string, (fake: FakeKlaviyo) => void, string]>([
    ['is wrong', ({ faults }) => (faults.revoked = true), 'revoked'],
    ['lacks a permission', ({ account }) => account.scopes.delete('lists:write'), 'forbidden'],
    ['meets a fault of the service', ({ faults }) => (faults.broken = 100), 'unavailable'],
  ])('stores nothing if the key %s', async (_, prepare, reason) => {
    const world = await createWorld(1);
    prepare(world.fake);
    const { status, body } = await world.connect();
    expect([status, body]).toMatchObject([422, { code: 'service_failed', reason }]);
    expect(await world.context.connections.list(world.userId)).toEqual([]);
  });

  it.each(['key-us6.attacker.test', 'key-us6/..', 'key-us6@attacker.test', 'key', 'key-us6:8080'])(
    'sends no request for the data center in %s',
    async (key) => {
      const world = await createWorld(1);
      const { body } = await world.call('connect', { body: { service: 'mailchimp', key } });
      expect(body).toMatchObject({ code: 'service_failed', reason: 'revoked' });
    },
  );

  it('needs a proof, is announced and listed, and ends at /security', async () => {
    const world = await createWorld(1);
    world.context.clock.advance(3_600_000);
    const refused = await world.connect();
    expect(refused.body.code).toBe('reauthentication_required');
    const proven = await createPerson(world.context, {});
    const headers = await addMember(world.context, world.owner, proven, 'admin');
    const { body } = await world.call(
      'connect',
      { body: { service: 'klaviyo', key: KEY } },
      headers,
    );
    const { id } = idOf.parse(body.data);
    const name = 'Klaviyo (Example Shop)';
    expect(await world.context.accessChanges.list(world.userId)).toMatchObject([
      { kind: 'connection', what: 'added', target: id, name },
    ]);
    const own = await world.call('getSecurity', {}, headers);
    expect(own.body.data?.['access']).toContainEqual(expect.objectContaining({ id, name }));
    await world.call('endAccess', { body: { kind: 'connection', id } }, headers);
    expect(await world.context.connections.list(world.userId)).toEqual([]);
  });

  it('lets a member import but not connect, and hides the connections of others', async () => {
    const world = await createWorld(2);
    const { params } = await world.connect();
    const colleague = await createPerson(world.context, {});
    const headers = await addMember(world.context, world.owner, colleague, 'member');
    const body = { service: 'klaviyo', key: KEY };
    expect((await world.call('connect', { body }, headers)).body.code).toBe('role_required');
    expect((await world.call('disconnect', { params }, headers)).body.code).toBe('role_required');
    expect((await world.call('listAudiences', { params }, headers)).status).toBe(200);
    const stranger = await createPerson(world.context, { paid: true });
    for (const [name, parts] of [
      ['listAudiences', { params }],
      ['countAudience', { params, query: { audience_id: LIST.audience_id } }],
      ['importContacts', { params, body: LIST }],
      ['disconnect', { params }],
    ] as const)
      expect((await world.call(name, parts, stranger.headers)).status).toBe(404);
  });
});

describe('an API key', () => {
  const keyOf = async (world: Importer, ...scopes: Scope[]) => {
    const made = await world.call('createKey', { body: { name: 'Sync', scopes } });
    return { 'X-Api-Key': String(made.body.data?.['api_key']) };
  };

  it('with the scope imports, and shares the import of a session', async () => {
    const world = await createWorld(3);
    const { params } = await world.connect();
    const key = await keyOf(world, 'connections');
    expect((await world.call('listAudiences', { params }, key)).status).toBe(200);
    const given = { params, body: LIST };
    const first = await world.call('importContacts', given, { ...key, 'Idempotency-Key': 'a' });
    const { id } = idOf.parse(first.body.data);
    await world.finish(id);
    expect(await world.list(id)).toMatchObject({ by: key['X-Api-Key'].slice(-4), charged: 3 });
    expect((await world.call('getImport', { params: { id } }, key)).body.data).toMatchObject({
      state: 'finished',
    });
  });

  it('cannot connect or disconnect, nor import without the scope', async () => {
    const world = await createWorld(3);
    const { params } = await world.connect();
    const key = await keyOf(world, 'connections');
    const body = { service: 'klaviyo', key: KEY };
    expect((await world.call('connect', { body }, key)).status).toBe(401);
    expect((await world.call('disconnect', { params }, key)).status).toBe(401);
    const others = await keyOf(world, ...SCOPES.filter((scope) => scope !== 'connections'));
    const firstKey = { 'X-Api-Key': world.owner.apiKey ?? '' };
    for (const headers of [others, firstKey]) {
      const given = { params, body: LIST };
      expect((await world.call('importContacts', given, headers)).body.code).toBe('key_scope');
    }
    expect(await world.context.imports.list(world.userId)).toEqual([]);
  });

  it('with the scope is only made by an administrator', async () => {
    const world = await createWorld(1);
    const colleague = await createPerson(world.context, {});
    const headers = await addMember(world.context, world.owner, colleague, 'member');
    const body = { name: 'Sync', scopes: ['read', 'connections'] };
    expect((await world.call('createKey', { body }, headers)).body.code).toBe('role_required');
  });
});

describe('importing an audience', () => {
  it('lists audiences, counts one with its price, and makes a list of it', async () => {
    const world = await createWorld(250);
    const { params } = await world.connect();
    const { body } = await world.call('listAudiences', { params });
    expect(body.data?.['audiences']).toContainEqual({
      id: LIST.audience_id,
      name: expect.any(String) as unknown,
    });
    const counted = await world.call('countAudience', {
      params,
      query: { audience_id: LIST.audience_id },
    });
    expect(counted.body.data).toEqual({ contacts: 250, credits: 250 });
    const { id } = await world.start(params, { names: true });
    await world.drain();
    expect(await world.read(id)).toMatchObject({ state: 'finished', read: 250, expected: 250 });
    await world.finish(id);
    const list = await world.list(id);
    expect(list).toMatchObject({
      status: LIST_STATUS.finished,
      total: 250,
      name: 'Newsletter',
      charged: 250,
    });
    expect(new Set(addressesOf(world.result(id))).size).toBe(250);
    const detail = await world.call('getFile', { params: { id } });
    expect(detail.body.data).toMatchObject({ connection: { ...params, service: 'klaviyo' } });
    expect(await endedImports(world)).toMatchObject([{ id, state: 'finished', read: 250 }]);
  });

  it('writes names as text, even those that look like formulas or rows', async () => {
    const world = await createWorld(2);
    const first = world.account.profileAt(0);
    Object.assign(first, { first_name: '=HYPERLINK("http://a.test")', last_name: 'A"\r\nB,C' });
    const { params } = await world.connect();
    const { id } = await world.start(params, { names: true });
    await world.finish(id);
    const result = world.result(id);
    expect(result).toContain(`"'=HYPERLINK(""http://a.test"")"`);
    expect(result).toContain('"A""');
    expect(await world.list(id)).toMatchObject({ total: 2 });
  });

  it('reads each contact once, if contacts leave, join and repeat while it is read', async () => {
    const world = await createWorld(500);
    const { params } = await world.connect();
    const { id } = await world.start(params);
    let pages = 0;
    world.service.before = (operation) => {
      if (!/profiles_for_list/.test(operation)) return;
      pages += 1;
      if (pages > 3) return;
      world.account.delete(world.account.profileAt(pages).id);
    };
    await world.finish(id);
    const addresses = addressesOf(world.result(id));
    expect(new Set(addresses).size).toBe(addresses.length);
    for (let index = 10; index < 500; index += 1) expect(addresses).toContain(`ok${index}@a.fr`);
  });

  it('waits with one email for a new key, and then continues from its cursor', async () => {
    const world = await createWorld(30);
    const { params } = await world.connect();
    const { id } = await world.start(params);
    world.service.revoked = true;
    await world.drain();
    expect(await world.read(id)).toMatchObject({ state: 'paused', error: null });
    const { body } = await world.call('listConnections');
    expect(body.data?.['connections']).toMatchObject([{ state: 'revoked' }]);
    expect((await world.call('listAudiences', { params })).body).toMatchObject({
      code: 'service_failed',
      reason: 'revoked',
    });
    expect(world.emails('must be connected again')).toEqual([world.email]);
    world.service.revoked = false;
    await world.advanceMinutes(29 * 24 * 60, 24 * 60);
    const colleague = await createPerson(world.context, {});
    const headers = await addMember(world.context, world.owner, colleague, 'admin');
    const again = { body: { service: 'klaviyo', key: KEY } };
    expect((await world.call('connect', again, headers)).body.data).toMatchObject(params);
    await world.finish(id);
    const found = await world.context.imports.get(world.userId, id);
    expect(found).toMatchObject({ state: 'finished', read: 30 });
    expect(await world.list(id)).toMatchObject({ charged: 30 });
    expect(world.emails('must be connected again')).toHaveLength(1);
  });

  it.each<[string, (world: Importer, id: string) => Promise<() => Promise<void>>]>([
    [
      'a new key',
      async ({ service, context, owner, call }) => {
        service.revoked = true;
        return async () => {
          service.revoked = false;
          const colleague = await createPerson(context, {});
          const headers = await addMember(context, owner, colleague, 'admin');
          const again = { body: { service: 'klaviyo', key: KEY } };
          expect((await call('connect', again, headers)).status).toBe(200);
        };
      },
    ],
    [
      'a limit',
      async ({ service }) => {
        service.limited = 10_000;
        return async () => {
          service.limited = 0;
        };
      },
    ],
    [
      'another import of the account',
      async ({ context, queues, start, userId }, id) => {
        const first = await context.imports.get(userId, id);
        const other = await start({ id: first?.connectionId ?? '' });
        const messages = queues.waiting.filter(({ body }) => body.includes(other.id));
        for (const message of messages) queues.waiting.splice(queues.waiting.indexOf(message), 1);
        const stored = await context.imports.get(userId, other.id);
        if (!stored) throw new Error('the other import is not stored');
        const attemptedAt = context.clock.now() + HOUR_MS;
        expect(await context.imports.acquireSlot(stored, context.clock.now())).toBe(true);
        expect(await context.imports.change(stored, { attempts: 1, attemptedAt })).toBeDefined();
        return async () => undefined;
      },
    ],
  ])('may fail once, wait an hour for %s, and then finishes', async (_, wait) => {
    const world = await createWorld(30);
    const { params } = await world.connect();
    const { id } = await world.start(params);
    world.service.broken = 10_000;
    await world.drain();
    const failing = await world.context.imports.get(world.userId, id);
    expect(failing).toMatchObject({ state: 'reading', failingSince: expect.any(Number) });
    world.service.broken = 0;
    const resume = await wait(world, id);
    await world.advanceMinutes(60, 5);
    expect(await world.context.imports.get(world.userId, id)).toMatchObject({ read: 0 });
    await resume();
    await world.finish(id);
    expect(await world.read(id)).toMatchObject({ state: 'finished' });
  });

  it.each<[string, (world: Importer) => void, string]>([
    ['its audience disappears', ({ account }) => account.lists.delete('LIST01'), 'not_found'],
    ['the key lacks a permission', ({ account }) => account.scopes.clear(), 'forbidden'],
  ])('fails visibly and keeps no contacts if %s', async (_, prepare, error) => {
    const world = await createWorld(30);
    const { params } = await world.connect();
    const { id } = await world.start(params);
    prepare(world);
    await world.drain();
    expect(await world.read(id)).toMatchObject({ state: 'failed', error });
    expect(await endedImports(world)).toMatchObject([{ id, state: 'failed', error }]);
    await world.advanceMinutes(60, 10);
    expect(await world.blobs.list(`work/${id}/`)).toEqual([]);
    expect(await world.list(id)).toBeUndefined();
  });

  it('fails if the account is disconnected, and needs no key to finish what it has read', async () => {
    const world = await createWorld(30);
    const { params } = await world.connect();
    const { id } = await world.start(params);
    await world.call('disconnect', { params });
    await world.drain();
    expect(await world.read(id)).toMatchObject({ state: 'failed', error: 'revoked' });
  });

  it('shares one import between requests with the same idempotency key', async () => {
    const world = await createWorld(3);
    const { params } = await world.connect();
    const headers = { ...world.headers, 'Idempotency-Key': 'a' };
    const first = await world.call('importContacts', { params, body: LIST }, headers);
    const second = await world.call('importContacts', { params, body: LIST }, headers);
    expect(second.body.data?.['id']).toBe(first.body.data?.['id']);
    const other = await world.call(
      'importContacts',
      { params, body: { ...LIST, names: true } },
      headers,
    );
    expect(other.body.code).toBe('request_reused');
    await world.drain();
    expect(await world.context.imports.list(world.userId)).toHaveLength(1);
  });

  it('is refused for an empty audience', async () => {
    const world = await createWorld(0);
    const { params } = await world.connect();
    const { body } = await world.call('importContacts', { params, body: LIST });
    expect(body).toMatchObject({ code: 'service_failed', reason: 'no_contacts' });
    expect(await world.context.imports.list(world.userId)).toEqual([]);
  });
});
