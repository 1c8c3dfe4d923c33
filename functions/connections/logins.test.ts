import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import type { FakeService } from '../../lab/fake-services/src/fake-service.ts';
import { createFakeHubspot } from '../../lab/fake-services/src/hubspot/fake-hubspot.ts';
import { createFakeMailchimp } from '../../lab/fake-services/src/mailchimp/fake-mailchimp.ts';
import type { RouteName } from '../../shared/contract/index.ts';
import { MINUTE_MS } from '../../shared/model/duration.ts';
import { newSourceIp } from '../../tests/support/account-harness.ts';
import { callHandler } from '../../tests/support/call.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import { createPipelineHarness } from '../../tests/support/pipeline-harness.ts';
import { routes } from '../../tests/support/routes.ts';
import { startServices } from '../../tests/support/service-call.ts';
import { testClock } from '../../tests/support/test-clock.ts';
import { createServiceLogins } from './adapters/service-logins.ts';

/** Logins at Mailchimp and HubSpot: OAuth 2, with the attacks of RFC 9700. */

const ORIGIN = 'https://app.test';
const CLIENTS = 'mailchimp=local,hubspot=local';
const LIST = { audience_id: '1', audience: 'Newsletter' };

const table = await startFileTable();
const listed = z.object({
  connections: z.array(z.object({ id: z.string(), state: z.string() })),
  logins: z.array(z.object({ service: z.string(), url: z.string() })),
});

interface Stage {
  readonly clients?: string;
  readonly secret?: object;
  /** Further services, which replace those with the same host. */
  readonly others?: readonly FakeService[];
}

async function createWorld({ clients = CLIENTS, secret, others = [] }: Stage = {}) {
  const clock = testClock();
  const hubspot = createFakeHubspot({
    contacts: 3,
    emailAt: (index) => `ok${index}@a.fr`,
    now: () => clock.now(),
  });
  const mailchimp = createFakeMailchimp();
  const calls = await startServices(clock, ...others, hubspot, mailchimp);
  onTestFinished(() => calls[Symbol.asyncDispose]());
  const warnings: unknown[] = [];
  const serviceLogins = createServiceLogins({
    clients,
    secret: {
      read: async () => JSON.stringify(secret ?? { mailchimp: 'local', hubspot: 'local' }),
      write: async () => undefined,
    },
    calls,
    publicOrigin: ORIGIN,
    clock,
    log: { warn: (...logged) => warnings.push(logged) },
  });
  const world = await createPipelineHarness(
    table,
    { paid: true },
    { clock, serviceCalls: calls, serviceLogins },
  );
  await world.grant(10);
  const bodies: unknown[] = [];
  const call = async (name: RouteName, parts: object = {}) => {
    const given = { headers: world.headers, sourceIp: newSourceIp(), ...parts };
    const response = await callHandler(world.context, routes[name], given);
    bodies.push(response.body);
    return response;
  };
  const list = async () => listed.parse((await call('listConnections')).body.data);
  return {
    ...world,
    clock,
    hubspot,
    mailchimp,
    warnings,
    bodies,
    call,
    list,
    /** Grants access at the page of a service, as a browser does, and returns its response. */
    async grant(service: string): Promise<URL> {
      const page = new URL(
        (await list()).logins.find((each) => each.service === service)?.url ?? '',
      );
      page.searchParams.set('state', 's1');
      const [, allow = ''] = /href="([^"]+)">Allow/.exec(await (await fetch(page)).text()) ?? [];
      return new URL(allow.replaceAll('&amp;', '&'));
    },
    connect: (service: string, { searchParams }: URL) =>
      call('connect', { body: { service, key: searchParams.get('code') ?? '', login: true } }),
  };
}
type World = Awaited<ReturnType<typeof createWorld>>;

const refused = (reason: string) => ({ body: { code: 'service_failed', reason } });
const isStored = async ({ list }: World) => (await list()).connections.length > 0;

describe('a login', () => {
  it('is offered only at services whose client the stage has', async () => {
    const namesOf = async (clients: string) =>
      (await (await createWorld({ clients })).list()).logins.map(({ service }) => service);
    expect(await namesOf('')).toEqual([]);
    expect(await namesOf('hubspot=abc')).toEqual(['hubspot']);
    expect(await namesOf(`${CLIENTS},brevo=abc`)).toEqual(['mailchimp', 'hubspot']);
  });

  it.each(['mailchimp', 'hubspot'])('connects %s, and no response has a token', async (service) => {
    const world = await createWorld();
    const response = await world.grant(service);
    expect(response.href).toMatch(`${ORIGIN}/connections/${service}?code=`);
    expect(response.searchParams.get('state')).toBe('s1');
    expect(await world.connect(service, response)).toMatchObject({
      status: 200,
      body: { data: { service, state: 'active' } },
    });
    const [stored] = await world.context.connections.list(world.userId);
    const { body } = await world.call('listActivity');
    expect(JSON.stringify([stored, body, world.bodies, world.context.lines])).not.toMatch(
      /access-\d|refresh-\d/,
    );
  });

  it('stores nothing without the secret of the client', async () => {
    const world = await createWorld({ secret: { mailchimp: 'wrong' } });
    for (const service of ['mailchimp', 'hubspot'])
      expect(await world.connect(service, await world.grant(service))).toMatchObject(
        refused('refused'),
      );
    expect(await isStored(world)).toBe(false);
  });
});

describe('a code', () => {
  it('is valid once', async () => {
    const world = await createWorld();
    const response = await world.grant('hubspot');
    await world.connect('hubspot', response);
    expect(await world.connect('hubspot', response)).toMatchObject(refused('revoked'));
  });

  it.each([
    ['mailchimp', 'hubspot'],
    ['hubspot', 'mailchimp'],
  ])('of %s is not valid as one of %s', async (from, to) => {
    const world = await createWorld();
    expect(await world.connect(to, await world.grant(from))).toMatchObject(refused('revoked'));
    expect(await isStored(world)).toBe(false);
  });

  it('is not accepted for a service without a login', async () => {
    const world = await createWorld();
    const response = await world.grant('hubspot');
    expect(await world.connect('brevo', response)).toMatchObject(refused('refused'));
  });

  it.each(['evil.test/', 'us6.evil.test', 'us6@evil.test', 'us6:8080', '..', ''])(
    'leads to no request for the data center "%s"',
    async (dc) => {
      const hosts: string[] = [];
      const login: FakeService = {
        hosts: /./,
        respond({ host, url }) {
          hosts.push(host);
          return { status: 200, body: url.includes('token') ? { access_token: 'a' } : { dc } };
        },
      };
      const world = await createWorld({ others: [login] });
      const code = new URL(`${ORIGIN}?code=c`);
      expect(await world.connect('mailchimp', code)).toMatchObject(refused('revoked'));
      expect(new Set(hosts)).toEqual(new Set(['login.mailchimp.com']));
    },
  );
});

describe('tokens that expire', () => {
  const connect = async () => {
    const world = await createWorld();
    await world.connect('hubspot', await world.grant('hubspot'));
    const [{ id } = { id: '' }] = (await world.list()).connections;
    const stored = async () => {
      const connection = await world.context.connections.get(world.userId, id);
      if (!connection) throw new Error('the connection is not stored');
      return connection;
    };
    const readCredentials = async () =>
      (await world.context.connections.readCredentials(await stored())).credentials;
    return { ...world, params: { id }, stored, readCredentials };
  };

  it('are renewed before they expire, also in two calls at once', async () => {
    const world = await connect();
    const first = await world.readCredentials();
    world.clock.advance(24 * MINUTE_MS);
    const { sealed } = await world.stored();
    await world.call('listAudiences', { params: world.params });
    expect((await world.stored()).sealed).toBe(sealed);
    world.clock.advance(2 * MINUTE_MS);
    const { params } = world;
    const responses = await Promise.all([
      world.call('listAudiences', { params }),
      world.call('countAudience', { params, query: { audience_id: LIST.audience_id } }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const renewed = await world.readCredentials();
    expect(renewed).toMatchObject({ refreshToken: first.refreshToken });
    expect(renewed.token).not.toBe(first.token);
    expect((await world.call('listAudiences', { params })).status).toBe(200);
  });

  it('end the connection with one email, if they cannot be renewed', async () => {
    const world = await connect();
    await world.hubspot.login.respond({
      method: 'POST',
      host: 'api.hubapi.com',
      url: '/oauth/2026-03/token/revoke',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `client_id=local&client_secret=local&token=${[...world.hubspot.login.refreshTokens].join()}`,
    });
    world.clock.advance(40 * MINUTE_MS);
    for (let turn = 0; turn < 2; turn += 1)
      expect(await world.call('listAudiences', { params: world.params })).toMatchObject(
        refused('revoked'),
      );
    expect((await world.list()).connections).toMatchObject([{ state: 'revoked' }]);
    await world.drain();
    expect(world.sent.filter(({ subject }) => subject.includes('HubSpot'))).toHaveLength(1);
    // A new login continues with the same connection.
    await world.connect('hubspot', await world.grant('hubspot'));
    expect((await world.list()).connections).toMatchObject([
      { id: world.params.id, state: 'active' },
    ]);
  });

  it('end the connection with one email, if the renewed token is refused', async () => {
    const world = await connect();
    const { respond } = world.hubspot;
    Object.assign(world.hubspot, {
      respond: (call: Parameters<typeof respond>[0]) =>
        call.url.startsWith('/oauth/') ? respond(call) : { status: 401, body: '{}' },
    });
    world.clock.advance(40 * MINUTE_MS);
    for (let turn = 0; turn < 2; turn += 1) {
      const response = await world.call('listAudiences', { params: world.params });
      expect(response).toMatchObject(refused('revoked'));
      expect((await world.list()).connections).toMatchObject([{ state: 'revoked' }]);
    }
    await world.drain();
    expect(world.sent.filter(({ subject }) => subject.includes('HubSpot'))).toHaveLength(1);
  });

  it('survive a fault of the authorization server', async () => {
    const world = await connect();
    world.clock.advance(40 * MINUTE_MS);
    const { respond } = world.hubspot;
    Object.assign(world.hubspot, { respond: () => ({ status: 503, body: 'later' }) });
    expect(await world.call('listAudiences', { params: world.params })).toMatchObject(
      refused('unavailable'),
    );
    Object.assign(world.hubspot, { respond });
    expect((await world.call('listAudiences', { params: world.params })).status).toBe(200);
  });

  it.each(['disconnect', 'endAccess'] as const)('are revoked by %s', async (name) => {
    const world = await connect();
    expect(world.hubspot.login.refreshTokens.size).toBe(1);
    const { params } = world;
    const body = { kind: 'connection', id: params.id };
    const given = name === 'disconnect' ? { params } : { body };
    expect((await world.call(name, given)).status).toBe(200);
    expect(world.hubspot.login.refreshTokens.size).toBe(0);
    expect([await isStored(world), world.warnings]).toEqual([false, []]);
  });

  it('are deleted here even if the service cannot revoke them', async () => {
    const world = await connect();
    Object.assign(world.hubspot, { respond: () => ({ status: 503, body: 'later' }) });
    expect((await world.call('disconnect', { params: world.params })).status).toBe(200);
    expect(await isStored(world)).toBe(false);
    expect(world.warnings).toEqual([
      ['revocation_failed', { source: 'hubspot', reason: 'unavailable' }],
    ]);
  });
});
