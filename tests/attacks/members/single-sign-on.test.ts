import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { account } from '../../../functions/account/workers.ts';
import { deleteAccount } from '../../../functions/privacy/delete-account.ts';
import { startMailnet } from '../../../packages/mailnet/src/index.ts';
import { contract, type RouteName } from '../../../shared/contract/index.ts';
import type { Route } from '../../../shared/contract/route.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/model/duration.ts';
import { startFileTable } from '../../support/file-table.ts';
import { redirectTo, sendLargeJson, startHostileProvider } from '../../support/hostile-provider.ts';
import { invoke } from '../../support/invoke.ts';
import { createMemberHarness } from '../../support/member-harness.ts';
import { addMember, createPerson, PERSON_PASSWORD, type Person } from '../../support/people.ts';
import { sqsRecord } from '../../support/sqs-event.ts';

const mailnet = await startMailnet({ seed: 1, dnsPort: 0, smtpPort: 0, now: Date.now });
const harness = createMemberHarness(await startFileTable(), {
  WEBHOOKS_ALLOW_PRIVATE: 'true',
  PUBLIC_DNS_SERVERS: `127.0.0.1:${mailnet.dnsPort}`,
});
const { context, answerOf, codeOf, owner, stranger } = harness;

/** Returns the data of a successful call. */
const read = async (...given: Parameters<typeof answerOf>) =>
  z.parse(
    z.record(z.string(), z.any()),
    z.looseObject({ data: z.any() }).parse(await answerOf(...given)).data,
  );
const provider = await startHostileProvider(context.clock.now);
afterAll(async () => {
  await Promise.all([mailnet.close(), provider.close()]);
});

type Settings = Record<string, unknown>;
let domains = 0;
let domain = '';
let settings: Settings;
let address: string;
beforeEach(() => {
  domains += 1;
  domain = `company-${domains}.test`;
  address = `anna@${domain}`;
  settings = {
    domain,
    issuer: provider.issuer,
    client_id: 'tamis',
    client_secret: 'a secret of the client',
    role: 'member',
    required: false,
  };
  provider.answer({ claims: { email: address } });
});

const save = (changes: Settings = {}, by = owner()) =>
  answerOf('saveSso', by.headers, { body: { sso: { ...settings, ...changes } } });

/** Publishes the record of the account's domain, or removes it. */
async function publish(by = owner(), isPublished = true): Promise<void> {
  const { sso } = await read('listMembers', by.headers);
  const { record_name: name = '', record_value: value = '' } = sso;
  mailnet.setTexts(name, isPublished ? ['v=other', value] : undefined);
}

/** Sets single sign-on up, with a verified domain. */
async function setUp(changes: Settings = {}, by = owner()): Promise<void> {
  expect(await save(changes, by)).toMatchObject({ code: 200 });
  await publish(by);
  expect(await save(changes, by)).toMatchObject({ code: 200, data: { sso: { verified: true } } });
}

const started = z.object({ url: z.catch(z.string(), ''), challenge: z.string() });
type Started = z.infer<typeof started>;
const start = async (email = address, challenge?: string): Promise<Started> =>
  z.parse(started, await read('startSso', {}, { body: { email, challenge } }));

interface Response {
  readonly accountId?: string;
  readonly response?: string;
  /** Parameters of the provider's response to replace. */
  readonly changes?: Readonly<Record<string, string | undefined>>;
}
const complete = ({ url, challenge }: Started, given: Response = {}) => {
  const accountId = given.accountId ?? owner().user.id;
  const response = given.response ?? new URL(provider.redirect(url, given.changes)).search.slice(1);
  return answerOf('completeSso', {}, { body: { challenge, account_id: accountId, response } });
};

const logIn = async (given?: Response) => complete(await start(), given);

/** Logs in, and returns the headers of calls in the session. */
async function openSession(): Promise<Record<string, string>> {
  const { data } = (await logIn()) as { data?: { token: string; csrf_token: string } };
  if (!data) throw new Error('the login failed');
  return { Authorization: `Bearer ${data.token}`, 'X-CSRF-Token': data.csrf_token };
}

/** Makes a session count as just proven. */
const prove = ({ sessionId }: Person) =>
  context.sessions.recordProof(sessionId, context.clock.now());

const failed = (reason: string) => expect.objectContaining({ code: 'sso_failed', reason });

describe('the settings', () => {
  it('are offered at the login once the record of the domain exists', async () => {
    expect(await save()).toMatchObject({ data: { sso: { domain, verified: false } } });
    expect(await start()).toMatchObject({ url: '' });
    await publish();
    expect(await start()).toMatchObject({ url: '' });
    await save();
    expect((await start()).url).toMatch(`${provider.issuer}/authorize?`);
    expect(await start(`anna@sub.${domain}`)).toMatchObject({ url: '' });
  });

  it('belong to the owner, who needs a proof', async () => {
    const admin = await createPerson(context);
    const headers = await addMember(context, owner(), admin, 'admin');
    expect(await codeOf('saveSso', headers, { body: { sso: settings } })).toBe('role_required');
    context.clock.advance(11 * MINUTE_MS);
    expect(await save()).toMatchObject({ code: 'reauthentication_required' });
  });

  it('never show the secret, nor send it to another provider', async () => {
    await setUp();
    const [item] = await Array.fromAsync(
      context.db.query({ partition: `SSO#${owner().user.id}`, prefix: 'SSO' }),
    );
    expect(JSON.stringify(item)).not.toContain('a secret of the client');
    expect(JSON.stringify(await read('listMembers', owner().headers))).not.toContain('secret');
    const { client_secret: _, ...kept } = settings;
    settings = kept;
    expect(await save({ required: true })).toMatchObject({ code: 200 });
    expect(await save({ client_id: 'other' })).toMatchObject({ code: 'validation' });
    const issuer = `${provider.issuer}/other`;
    expect(await save({ issuer })).toMatchObject({ code: 'validation' });
  });

  it.each([
    ['an issuer that names another', { metadata: { issuer: 'https://other.test' } }],
    ['a redirect', { responses: { '/.well-known/openid-configuration': redirectTo('/moved') } }],
    [
      'a large document',
      { responses: { '/.well-known/openid-configuration': sendLargeJson(3e5) } },
    ],
  ])('are refused for %s', async (_, answers) => {
    provider.answer(answers);
    expect(await save()).toEqual(failed('provider'));
  });

  it('are removed with the account', async () => {
    await setUp();
    const { id } = owner().user;
    await deleteAccount(context, id);
    expect(await context.ssoSettings.get(id)).toBeUndefined();
    expect(await context.ssoSettings.findClaim(domain)).toBeUndefined();
  });

  it('are removed with their sessions', async () => {
    await setUp();
    const session = await openSession();
    expect(await codeOf('me', session)).toBe(200);
    expect(await codeOf('saveSso', owner().headers, { body: { sso: null } })).toBe(200);
    expect(await codeOf('me', session)).toBe('unauthenticated');
    expect(await start()).toMatchObject({ url: '' });
    expect(await context.ssoSettings.findClaim(domain)).toBeUndefined();
  });

  it('end with the other things that can act for the account', async () => {
    await setUp();
    const { accountMessages, mails } = context;
    context.clock.advance(10 * MINUTE_MS);
    for (const message of accountMessages.splice(0))
      await invoke(account, context, { Records: [sqsRecord(message)] });
    expect(mails.at(-1)?.content).toMatchObject({
      template: 'access_changed',
      params: {
        changes: [
          { kind: 'sso', name: domain },
          { kind: 'sso', name: domain },
        ],
      },
    });
    await prove(owner());
    const session = await openSession();
    const { access } = await read('getSecurity', owner().headers);
    const item = access.find(({ kind }: { kind: string }) => kind === 'sso');
    expect(item).toMatchObject({ name: domain });
    const body = { kind: 'sso', id: item?.id };
    expect(await codeOf('endAccess', owner().headers, { body })).toBe(200);
    expect(await codeOf('me', session)).toBe('unauthenticated');
    expect(await logIn().catch(() => 'not offered')).toBe('not offered');
  });
});

describe('a login', () => {
  beforeEach(() => setUp());

  it('makes a person of the domain a member with the default role', async () => {
    const session = await openSession();
    expect(await read('me', session)).toMatchObject({
      email: address,
      account_id: owner().user.id,
      account_role: 'member',
      accounts: [{ id: owner().user.id }],
      via_sso: true,
    });
    await openSession();
    expect(await harness.rolesOf()).toEqual([[address, 'member']]);
  });

  it('accepts the verification that Microsoft Entra sends', async () => {
    provider.answer({ claims: { email: address, email_verified: undefined, xms_edov: true } });
    expect(await logIn()).toMatchObject({ code: 200 });
  });

  it('gives the role of an open invitation, which it uses up', async () => {
    await harness.invite(address, 'viewer');
    expect(await read('me', await openSession())).toMatchObject({ account_role: 'viewer' });
    expect(await read('listMembers', owner().headers)).toMatchObject({ invitations: [] });
  });

  it.each([
    ['an unverified address', { email_verified: false }, 'email_verified'],
    ['an address that nobody verified', { email_verified: undefined }, 'email_verified'],
    [
      'an unverified address of a verified domain owner',
      { email_verified: false, xms_edov: true },
      'email_verified',
    ],
    ['a text as verification', { email_verified: 'true' }, 'email_verified'],
    ['another domain', { email: 'anna@other.test' }, 'email_domain'],
    ['a domain that ends alike', { email: 'anna@not-company.test' }, 'email_domain'],
    ['another nonce', { nonce: 'other' }, 'provider'],
    ['another client', { aud: 'other' }, 'provider'],
    ['another issuer', { iss: 'https://other.test' }, 'provider'],
    ['an expired token', { exp: 1 }, 'provider'],
    ['no subject', { sub: '' }, 'provider'],
  ])('is refused for %s', async (_, claims, reason) => {
    provider.answer({ claims: { email: address, ...claims } });
    expect(await logIn()).toEqual(failed(reason));
    expect(await harness.rolesOf()).toBeUndefined();
  });

  it.each([
    ['an unsigned token', { signature: 'none' as const }],
    ['a token of another key', { signature: 'other-key' as const }],
    ['a redirected code', { responses: { '/token': redirectTo('http://127.0.0.1:9/') } }],
    ['a large response', { responses: { '/token': sendLargeJson(3e5) } }],
    ['redirected keys', { responses: { '/jwks': redirectTo('http://127.0.0.1:9/') } }],
  ])('is refused for %s', async (_, answers) => {
    provider.answer({ claims: { email: address }, ...answers });
    expect(await logIn()).toEqual(failed('provider'));
  });

  it('works once, in the browser that started it', async () => {
    const first = await start();
    const second = await start();
    const response = new URL(provider.redirect(first.url)).search.slice(1);
    expect(await complete(second, { response })).toEqual(failed('provider'));
    expect(await complete(first, { response })).toMatchObject({ code: 200 });
    expect(await complete(first, { response })).toMatchObject({ code: 'challenge_expired' });
  });

  it('expires after five minutes', async () => {
    const started = await start();
    context.clock.advance(5 * MINUTE_MS);
    expect(await complete(started)).toMatchObject({ code: 'challenge_expired' });
  });

  it.each([
    ['a state of another flow', { state: 'other' }],
    ['no state', { state: undefined }],
    ['the issuer of another provider', { iss: 'https://other.test' }],
    ['no issuer', { iss: undefined }],
    ['an error of the provider', { error: 'access_denied', code: undefined }],
  ])('is refused with %s', async (_, changes) => {
    expect(await logIn({ changes })).toEqual(failed('provider'));
  });

  it('is refused at the redirect URI of another account, or with its challenge', async () => {
    const other = stranger();
    const otherDomain = `other-${domain}`;
    await setUp({ domain: otherDomain }, other);
    expect(await logIn({ accountId: other.user.id })).toEqual(failed('account'));
    const theirs = await start(`anna@${otherDomain}`);
    expect(await complete(theirs)).toEqual(failed('account'));
  });

  it('never reaches the owner, whose password is the way back in', async () => {
    domain = owner().user.email.split('@')[1] ?? '';
    settings = { ...settings, domain };
    await setUp({ required: true });
    provider.answer({ claims: { email: owner().user.email } });
    expect(await complete(await start(owner().user.email))).toEqual(failed('owner'));
    expect(await codeOf('me', owner().headers)).toBe(200);
  });

  it('stops when a person is removed, until a new invitation', async () => {
    const session = await openSession();
    const { id } = (await context.accounts.findByEmail(address)) ?? { id: '' };
    expect(await codeOf('removeMember', owner().headers, { params: { id } })).toBe(200);
    expect(await codeOf('me', session)).toBe('not_a_member');
    expect(await logIn()).toEqual(failed('removed'));
  });

  it('creates one person if it happens twice at once', async () => {
    const flows = [await start(), await start()];
    const codes = await Promise.all(flows.map((each) => complete(each)));
    expect(codes.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await harness.rolesOf()).toEqual([[address, 'member']]);
  });
});

describe('a session', () => {
  let session: Record<string, string>;
  beforeEach(async () => {
    await setUp();
    session = await openSession();
  });

  const PERSONAL = Object.entries<Route>(contract).filter(
    ([, { role, withSso }]) => role === 'any' && !withSso,
  );

  it('reaches nothing of the person', async () => {
    expect(PERSONAL.length).toBeGreaterThan(10);
    for (const [name, { method }] of PERSONAL) {
      const parts = method === 'GET' ? {} : { body: {}, params: { id: 'x' } };
      expect([name, await codeOf(name as RouteName, session, parts)]).toEqual([name, 'forbidden']);
    }
  });

  it('reaches no other account of the person', async () => {
    const person = await context.accounts.findByEmail(address);
    if (!person) throw new Error('there is no person');
    const member = { user: person, headers: session } as unknown as Person;
    const headers = await addMember(context, stranger(), member, 'admin');
    expect(await codeOf('me', headers)).toBe('not_a_member');
    expect(await read('me', session)).toMatchObject({ accounts: [{ id: owner().user.id }] });
  });

  it('ends after twelve hours', async () => {
    context.clock.advance(11 * HOUR_MS);
    expect(await codeOf('me', session)).toBe(200);
    context.clock.advance(HOUR_MS);
    expect(await codeOf('me', session)).toBe('unauthenticated');
  });

  it('ends when the client changes, whose subjects are other people', async () => {
    expect(await save({ client_id: 'other' })).toMatchObject({ code: 200 });
    expect(await codeOf('me', session)).toBe('unauthenticated');
    provider.answer({ claims: { email: address, sub: 'another person' } });
    expect(await logIn()).toMatchObject({ code: 'sso_link_required' });
  });

  it('cannot accept the ownership of the account', async () => {
    const { id } = (await context.accounts.findByEmail(address)) ?? { id: '' };
    const params = { id };
    expect(await codeOf('changeMember', owner().headers, { params, body: { role: 'admin' } })).toBe(
      200,
    );
    expect(await codeOf('changeMember', owner().headers, { params, body: { role: 'owner' } })).toBe(
      200,
    );
    const body = { accept: true, terms_accepted: 1 };
    expect(await codeOf('answerTransfer', session, { body })).toBe('forbidden');
  });

  describe('that needs a proof', () => {
    const reset = () => answerOf('createKey', session, { body: { name: 'key', scopes: ['read'] } });
    /** Logs in at the provider again, for the challenge of a refused call. */
    async function reprove(authTime: number, by = session) {
      context.clock.advance(11 * MINUTE_MS);
      const refused = await reset();
      expect(refused).toMatchObject({ code: 'reauthentication_required', methods: ['sso'] });
      const { challenge } = refused as unknown as { challenge: string };
      const started = await start(address, challenge);
      expect(new URL(started.url).searchParams.get('max_age')).toBe('0');
      const seconds = Math.floor(context.clock.now() / 1000) + authTime;
      provider.answer({ claims: { email: address, auth_time: seconds } });
      const completed = await complete(started);
      const { data } = completed as { data?: { proof: string } };
      const proof = { method: 'sso', proof: data?.proof ?? 'bm9uZQ' };
      const body = { challenge, proof };
      return { completed, body, code: await codeOf('reauthenticate', by, { body }) };
    }

    it('gets it by a new login at the provider', async () => {
      expect(await reprove(0)).toMatchObject({ code: 200 });
      expect(await reset()).toMatchObject({ code: 200 });
    });

    it('does not get it by an earlier login, nor by a login of unknown time', async () => {
      expect((await reprove(-3600)).completed).toEqual(failed('stale'));
      expect(await reset()).toMatchObject({ code: 'reauthentication_required' });
      expect(await reprove(Number.NaN)).toMatchObject({ code: 'wrong_factor' });
    });

    it('does not get it by another person, another session or a password', async () => {
      const { body } = await reprove(0);
      const other = await openSession();
      expect(await codeOf('reauthenticate', other, { body })).toBe('challenge_expired');
      context.clock.advance(11 * MINUTE_MS);
      const { challenge } = (await reset()) as unknown as { challenge: string };
      const password = { method: 'password', password: PERSON_PASSWORD };
      expect(
        await codeOf('reauthenticate', session, { body: { challenge, proof: password } }),
      ).toBe('wrong_factor');
      const replayed = { ...body, challenge };
      expect(await codeOf('reauthenticate', session, { body: replayed })).toBe('wrong_factor');
      provider.answer({ claims: { email: address, sub: 'another person' } });
      expect(await complete(await start(address, challenge))).toEqual(failed('stale'));
    });

    it('is not opened as proven by a login of long ago at the provider', async () => {
      const seconds = Math.floor(context.clock.now() / 1000) - 3600;
      provider.answer({ claims: { email: address, auth_time: seconds } });
      session = await openSession();
      expect(await reset()).toMatchObject({ code: 'reauthentication_required' });
    });
  });
});

describe('a login with a password', () => {
  let colleague: Person;
  beforeEach(async () => {
    colleague = await createPerson(context, { email: address, paid: true });
    await setUp();
  });
  const link = (challenge: string, by: Person) =>
    codeOf('linkSso', by.headers, { body: { challenge } });
  async function linkChallenge(): Promise<string> {
    const refused = await logIn();
    expect(refused).toMatchObject({ code: 'sso_link_required' });
    return (refused as unknown as { challenge: string }).challenge;
  }

  it('is not reached without it, but once it agrees, in this account only', async () => {
    const challenge = await linkChallenge();
    expect(await link(challenge, stranger())).toBe('challenge_expired');
    expect(await link(challenge, colleague)).toBe(200);
    expect(await link(challenge, colleague)).toBe('challenge_expired');
    const session = await openSession();
    expect(await read('me', session)).toMatchObject({
      email: address,
      account_id: owner().user.id,
      accounts: [{ id: owner().user.id }],
    });
    const own = { ...session, 'X-Account-Id': colleague.user.id };
    expect(await codeOf('me', own)).toBe('not_a_member');
  });

  it('keeps the role that it had as a member', async () => {
    await addMember(context, owner(), colleague, 'billing');
    expect(await link(await linkChallenge(), colleague)).toBe(200);
    expect(await read('me', await openSession())).toMatchObject({ account_role: 'billing' });
  });

  it('is not linked by an administrator of the service, or after the settings end', async () => {
    const challenge = await linkChallenge();
    await answerOf('saveSso', owner().headers, { body: { sso: null } });
    expect(await link(challenge, colleague)).toBe('challenge_expired');
  });

  it('does not reach an account that requires single sign-on, except as its owner', async () => {
    const headers = await addMember(context, owner(), colleague, 'admin');
    expect(await codeOf('listFiles', headers)).toBe(200);
    expect(await save({ required: true })).toMatchObject({ code: 200 });
    expect(await codeOf('listFiles', headers)).toBe('sso_required');
    expect(await codeOf('listFiles', colleague.headers)).toBe(200);
    expect(await codeOf('listFiles', owner().headers)).toBe(200);
    expect(await link(await linkChallenge(), colleague)).toBe(200);
    expect(await codeOf('listFiles', await openSession())).toBe(200);
  });
});

describe('a domain', () => {
  beforeEach(() => setUp());

  it('is checked again every twelve hours, and stops without its record', async () => {
    await publish(owner(), false);
    expect(await logIn()).toMatchObject({ code: 200 });
    context.clock.advance(13 * HOUR_MS);
    expect(await answerOf('startSso', {}, { body: { email: address } })).toEqual(failed('domain'));
    mailnet.setTexts(`_tamis.${domain}`, 'failing');
    expect(await answerOf('startSso', {}, { body: { email: address } })).toEqual(failed('domain'));
    await prove(owner());
    expect(await save()).toMatchObject({ data: { sso: { verified: true } } });
    await publish(owner(), false);
    expect(await save()).toMatchObject({ data: { sso: { verified: false } } });
    await publish();
    expect(await save()).toMatchObject({ data: { sso: { verified: true } } });
    expect(await logIn()).toMatchObject({ code: 200 });
  });

  it('belongs to one account, until its record is gone', async () => {
    expect(await save({}, stranger())).toMatchObject({ data: { sso: { verified: false } } });
    const { sso } = await read('listMembers', stranger().headers);
    const { sso: first } = await read('listMembers', owner().headers);
    const { record_name: name = '', record_value: theirs = '' } = sso;
    mailnet.setTexts(name, [theirs, first['record_value'] ?? '']);
    expect(await save({}, stranger())).toEqual(failed('domain_taken'));
    const session = await openSession();
    mailnet.setTexts(name, [theirs]);
    expect(await save({}, stranger())).toMatchObject({ data: { sso: { verified: true } } });
    expect(await codeOf('me', session)).toBe('unauthenticated');
    expect(await logIn()).toEqual(failed('disabled'));
    const accountId = stranger().user.id;
    expect(await logIn({ accountId })).toMatchObject({ code: 'sso_link_required' });
  });
});

it('calls only public hosts by HTTPS', async () => {
  const strict = createMemberHarness(await startFileTable(), {
    PUBLIC_DNS_SERVERS: `127.0.0.1:${mailnet.dnsPort}`,
  });
  const customer = await createPerson(strict.context, { paid: true });
  const issuers = [
    provider.issuer,
    'https://localhost/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'ftp://idp.test/',
  ];
  for (const issuer of issuers)
    expect(
      await strict.answerOf('saveSso', customer.headers, {
        body: { sso: { ...settings, issuer } },
      }),
    ).toEqual(failed('provider'));
});
