import { domainToASCII } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { account } from '../../../functions/account/workers.ts';
import { startClosing } from '../../../functions/privacy/delete-account.ts';
import { MINUTE_MS } from '../../../shared/model/duration.ts';
import { startFileTable } from '../../support/file-table.ts';
import { redirectTo, sendLargeJson } from '../../support/hostile-provider.ts';
import { invoke } from '../../support/invoke.ts';
import { createMemberHarness } from '../../support/member-harness.ts';
import { addMember, createPerson } from '../../support/people.ts';
import { sqsRecord } from '../../support/sqs-event.ts';
import { createSsoHarness, failed } from '../../support/sso-harness.ts';

/** Tests who can set single sign-on up, and which responses of a provider open a session. */

const harness = await createSsoHarness(await startFileTable());
const {
  address,
  answerOf,
  codeOf,
  complete,
  context,
  dns,
  domain,
  invite,
  logIn,
  openSession,
  owner,
  prove,
  provider,
  publish,
  read,
  rolesOf,
  save,
  setUp,
  settings,
  start,
  stranger,
} = harness;

describe('the settings', () => {
  it('are offered at the login once the record of the domain exists', async () => {
    expect(await save()).toMatchObject({ data: { sso: { domain: domain(), verified: false } } });
    expect(await start()).toMatchObject({ url: '' });
    await publish();
    expect(await start()).toMatchObject({ url: '' });
    await save();
    expect((await start()).url).toMatch(`${provider.issuer}/authorize?`);
    expect(await start(`anna@sub.${domain()}`)).toMatchObject({ url: '' });
  });

  it('leave an entry with the old and new values, without the secret', async () => {
    await save();
    await save({ required: true });
    const { entries } = await read('listActivity', owner().headers);
    const values = (how: string) => [domain(), provider.issuer, 'tamis', 'member', how].join(' · ');
    expect(entries.slice(0, 2)).toMatchObject([
      { kind: 'sso', what: 'changed', from: 'optional', to: 'required' },
      { kind: 'sso', what: 'added', to: values('optional'), who: { id: owner().user.id } },
    ]);
  });

  it('accept a domain in Unicode, and offer both its spellings', async () => {
    const unicode = `Müller-${domain()}`;
    await setUp({ domain: unicode });
    const { sso } = await read('listMembers', owner().headers);
    const ascii = domainToASCII(unicode);
    expect(sso).toMatchObject({ domain: ascii });
    for (const name of [unicode, ascii, ascii.toUpperCase()])
      expect(await start(`anna@${name}`)).toMatchObject({ url: expect.stringMatching(/^http/) });
    for (const [sub, name] of Object.entries({ anna: unicode, bea: ascii })) {
      provider.answer({ claims: { email: `${sub}@${name}`, sub } });
      expect(await complete(await start(`${sub}@${name}`))).toMatchObject({ code: 200 });
    }
  });

  it.each(['a.test/b', 'a.test:80', 'u@a.test', 'a.test?', '1.2', 'a b.test'])(
    'refuse the domain %s',
    async (name) => expect(await save({ domain: name })).toMatchObject({ code: 'validation' }),
  );

  it('belong to the owner, who needs a proof', async () => {
    const admin = await createPerson(context);
    const headers = await addMember(context, owner(), admin, 'admin');
    expect(await codeOf('saveSso', headers, { body: { sso: settings() } })).toBe('role_required');
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
    const kept = { client_secret: undefined };
    expect(await save({ ...kept, required: true })).toMatchObject({ code: 200 });
    expect(await save({ ...kept, client_id: 'other' })).toMatchObject({ code: 'validation' });
    const issuer = `${provider.issuer}/other`;
    expect(await save({ ...kept, issuer })).toMatchObject({ code: 'validation' });
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
    await startClosing(context, id);
    expect(await context.ssoSettings.get(id)).toBeUndefined();
    expect(await context.ssoSettings.findDomainHolder(domain())).toBeUndefined();
  });

  it('are removed with their sessions', async () => {
    await setUp();
    const session = await openSession();
    expect(await codeOf('me', session)).toBe(200);
    expect(await codeOf('saveSso', owner().headers, { body: { sso: null } })).toBe(200);
    expect(await codeOf('me', session)).toBe('unauthenticated');
    expect(await start()).toMatchObject({ url: '' });
    expect(await context.ssoSettings.findDomainHolder(domain())).toBeUndefined();
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
          { kind: 'sso', name: domain() },
          { kind: 'sso', name: domain() },
        ],
      },
    });
    await prove(owner());
    const session = await openSession();
    const { access } = await read('getSecurity', owner().headers);
    const item = access.find(({ kind }: { kind: string }) => kind === 'sso');
    expect(item).toMatchObject({ name: domain() });
    const body = { kind: 'sso', id: item?.id };
    expect(await codeOf('endAccess', owner().headers, { body })).toBe(200);
    expect(await codeOf('me', session)).toBe('unauthenticated');
    expect(await start()).toMatchObject({ url: '' });
    await prove(owner());
    expect(await save()).toMatchObject({ data: { sso: { verified: true } } });
    expect(await codeOf('me', session)).toBe('unauthenticated');
  });
});

describe('a login', () => {
  beforeEach(() => setUp());

  it('makes a person of the domain a member with the default role', async () => {
    const session = await openSession();
    expect(await read('me', session)).toMatchObject({
      email: address(),
      account_id: owner().user.id,
      account_role: 'member',
      accounts: [{ id: owner().user.id }],
      via_sso: true,
    });
    await openSession();
    expect(await rolesOf()).toEqual([[address(), 'member']]);
  });

  it('accepts the verification that Microsoft Entra sends', async () => {
    provider.answer({ claims: { email: address(), email_verified: undefined, xms_edov: true } });
    expect(await logIn()).toMatchObject({ code: 200 });
  });

  it('accepts the verification as a text, like Apple sends it', async () => {
    provider.answer({ claims: { email: address(), email_verified: 'true' } });
    expect(await logIn()).toMatchObject({ code: 200 });
  });

  it.each(['"a, b"', '"<img src=x>"', 'ünï'])(
    'is refused for an address that the login form refuses: %s',
    async (local) => {
      provider.answer({ claims: { email: `${local}@${domain()}` } });
      expect(await logIn()).toEqual(failed('email_address'));
    },
  );

  it('makes nobody a member of an unpaid account, whose members keep it', async () => {
    await openSession();
    await context.apiKeys.setPaid(owner().user.id, false);
    expect(await logIn()).toMatchObject({ code: 200 });
    provider.answer({ claims: { email: `bea@${domain()}`, sub: 'bea' } });
    expect(await logIn()).toEqual(failed('unpaid'));
    const colleague = await createPerson(context, { email: `cid@${domain()}` });
    provider.answer({ claims: { email: colleague.user.email, sub: 'cid' } });
    const { challenge } = z.object({ challenge: z.string() }).parse(await logIn());
    const body = { challenge };
    expect(await codeOf('linkSso', colleague.headers, { body })).toBe('sso_failed');
    expect(await rolesOf()).toEqual([[address(), 'member']]);
  });

  it('reads the metadata of the provider every ten minutes', async () => {
    const reads = () => provider.requests.filter(({ route }) => route.includes('well-known'));
    await logIn();
    const { length } = reads();
    for (let i = 0; i < 3; i += 1) await logIn();
    expect(reads()).toHaveLength(length);
    context.clock.advance(10 * MINUTE_MS);
    await logIn();
    expect(reads()).toHaveLength(length + 1);
  });

  it('is limited per account only once the provider has confirmed it', async () => {
    const fill = () => context.limits.record('sso_account', owner().user.id, 600);
    await fill();
    for (let i = 0; i < 3; i += 1) {
      await start();
      expect(await logIn({ changes: { error: 'access_denied', code: undefined } })).toEqual(
        failed('provider'),
      );
    }
    // The time of these calls has freed one login.
    expect(await logIn()).toMatchObject({ code: 200 });
    await fill();
    expect(await logIn()).toMatchObject({ code: 'too_many_requests' });
  });

  it('gives the role of an open invitation, which it uses up', async () => {
    await invite(address(), 'viewer');
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
    ['an unverified address as a text', { email_verified: 'false' }, 'email_verified'],
    ['another domain', { email: 'anna@other.test' }, 'email_domain'],
    ['a domain that ends alike', { email: 'anna@not-company.test' }, 'email_domain'],
    ['a Google account of another company', { hd: 'other.test' }, 'email_domain'],
    ['a login in the future', { auth_time: 99_999_999_999 }, 'stale'],
    ['another nonce', { nonce: 'other' }, 'provider'],
    ['another client', { aud: 'other' }, 'provider'],
    ['another issuer', { iss: 'https://other.test' }, 'provider'],
    ['an expired token', { exp: 1 }, 'provider'],
    ['no subject', { sub: '' }, 'provider'],
  ])('is refused for %s', async (_, claims, reason) => {
    provider.answer({ claims: { email: address(), ...claims } });
    expect(await logIn()).toEqual(failed(reason));
    expect(await rolesOf()).toBeUndefined();
  });

  it.each([
    ['an unsigned token', { signature: 'none' as const }],
    ['a token of another key', { signature: 'other-key' as const }],
    ['a redirected code', { responses: { '/token': redirectTo('http://127.0.0.1:9/') } }],
    ['a large response', { responses: { '/token': sendLargeJson(3e5) } }],
    ['redirected keys', { responses: { '/jwks': redirectTo('http://127.0.0.1:9/') } }],
  ])('is refused for %s', async (_, answers) => {
    provider.answer({ claims: { email: address() }, ...answers });
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
    const otherDomain = `other-${domain()}`;
    await setUp({ domain: otherDomain }, other);
    expect(await logIn({ accountId: other.user.id })).toEqual(failed('account'));
    const theirs = await start(`anna@${otherDomain}`);
    expect(await complete(theirs)).toEqual(failed('account'));
  });

  it('never reaches the owner, whose password is the way back in', async () => {
    const [, own] = owner().user.email.split('@');
    await setUp({ domain: own, required: true });
    provider.answer({ claims: { email: owner().user.email } });
    expect(await complete(await start(owner().user.email))).toEqual(failed('owner'));
    expect(await codeOf('me', owner().headers)).toBe(200);
  });

  it('stops when a person is removed, until a new invitation', async () => {
    const session = await openSession();
    const { id } = (await context.accounts.findByEmail(address())) ?? { id: '' };
    expect(await codeOf('removeMember', owner().headers, { params: { id } })).toBe(200);
    expect(await codeOf('me', session)).toBe('not_a_member');
    expect(await logIn()).toEqual(failed('removed'));
    // The same person of the provider, with another address.
    const alias = `alias@${domain()}`;
    provider.answer({ claims: { email: alias } });
    expect(await logIn()).toEqual(failed('removed'));
    await invite(alias, 'viewer');
    expect(await logIn()).toMatchObject({ code: 200 });
    expect(await rolesOf()).toEqual([[alias, 'viewer']]);
  });

  it('stays refused to a removed person who closes the login, until a new invitation', async () => {
    const colleague = await createPerson(context, { email: address() });
    await addMember(context, owner(), colleague, 'member');
    const params = { id: colleague.user.id };
    expect(await codeOf('removeMember', owner().headers, { params })).toBe(200);
    await startClosing(context, colleague.user.id);
    expect(await logIn()).toEqual(failed('removed'));
    // Another login of the address is not linked either.
    await createPerson(context, { email: address() });
    provider.answer({ claims: { email: address() } });
    expect(await logIn()).toEqual(failed('removed'));
    expect(await rolesOf()).toBeUndefined();
  });

  it('admits a removed person with a new invitation, and afterwards without', async () => {
    const colleague = await createPerson(context, { email: address() });
    await addMember(context, owner(), colleague, 'member');
    const params = { id: colleague.user.id };
    expect(await codeOf('removeMember', owner().headers, { params })).toBe(200);
    await startClosing(context, colleague.user.id);
    await invite(address(), 'viewer');
    expect(await logIn()).toMatchObject({ code: 200 });
    expect(await rolesOf()).toEqual([[address(), 'viewer']]);
    const { leftAddresses } = (await context.accounts.get(owner().user.id)) ?? {};
    expect(leftAddresses).toBeUndefined();
  });

  it('makes nobody a member if the settings end while the provider answers', async () => {
    const started = await start();
    const body = { sso: null };
    const ended = Promise.withResolvers<unknown>();
    const end = () => answerOf('saveSso', owner().headers, { body }).then(ended.resolve);
    provider.answer({
      claims: { email: address() },
      delay: async (path) => {
        if (path === '/token') await end();
      },
    });
    expect(await complete(started)).toEqual(failed('disabled'));
    expect(await ended.promise).toMatchObject({ code: 200 });
    expect(await rolesOf()).toBeUndefined();
  });

  it('creates one person if it happens twice at once', async () => {
    const flows = [await start(), await start()];
    const codes = await Promise.all(flows.map((each) => complete(each)));
    expect(codes.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await rolesOf()).toEqual([[address(), 'member']]);
  });
});

it('calls only public hosts by HTTPS', async () => {
  const strict = createMemberHarness(await startFileTable(), dns);
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
        body: { sso: { ...settings(), issuer } },
      }),
    ).toEqual(failed('provider'));
});
