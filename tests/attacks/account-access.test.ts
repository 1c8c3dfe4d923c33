import { TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { account } from '../../functions/account/workers.ts';
import { routeNames, routeNeeds } from '../../infra/features/index.ts';
import { contract, type RouteName } from '../../shared/contract/index.ts';
import type { Route } from '../../shared/contract/route.ts';
import type { AccessKind } from '../../shared/model/access.ts';
import { HOUR_MS, MINUTE_MS } from '../../shared/model/duration.ts';
import { newSourceIp } from '../support/account-harness.ts';
import { callHandler } from '../support/call.ts';
import { parseChallenge, parseSessionHeaders } from '../support/factor-harness.ts';
import { startFileTable } from '../support/file-table.ts';
import { invoke } from '../support/invoke.ts';
import { PERSON_PASSWORD, type Person } from '../support/people.ts';
import { routes } from '../support/routes.ts';
import { sqsRecord } from '../support/sqs-event.ts';
import { createWebhookHarness, type WebhookHarness } from '../support/webhook-harness.ts';

/**
 * Tests that the owner finds and revokes whatever a thief of a session adds
 * (docs/operators/security.md).
 */

type Headers = Readonly<Record<string, string>>;
interface Row {
  readonly kind: AccessKind;
  readonly id: string;
  readonly name: string;
  readonly added_by: string | null;
  readonly last_used_at: string | null;
  readonly current: boolean;
}

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CHROME = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const TAP = 'https://tap.thief.test/';

let world: WebhookHarness;
let owner: Person;
const table = await startFileTable();
beforeEach(async () => {
  world = await createWebhookHarness(table);
  owner = await world.person();
  await world.context.apiKeys.setPaid(owner.user.id, true);
});

async function call(name: RouteName, headers: Headers, parts: object = {}) {
  world.context.clock.advance(1000);
  return callHandler(world.context, routes[name], { headers, ...parts });
}
async function logIn(password = PERSON_PASSWORD, userAgent = CHROME, sourceIp = newSourceIp()) {
  const body = { email: owner.user.email, password };
  const { body: opened } = await call('login', { 'User-Agent': userAgent }, { body, sourceIp });
  return { ...parseSessionHeaders(opened), 'User-Agent': userAgent };
}
/** Proves the password, unless the last proof is recent. */
async function prove(headers: Headers, password = PERSON_PASSWORD): Promise<number> {
  const { status, body } = await call('endAccess', headers, { body: { kind: 'key', id: 'none' } });
  if (status === 404) return status;
  const proof = { method: 'password', password };
  const proven = { challenge: parseChallenge(body), proof };
  return (await call('reauthenticate', headers, { body: proven, sourceIp: newSourceIp() })).status;
}
const now = (): string => new Date(world.context.clock.now()).toISOString();
const listed = async (headers: Headers): Promise<Row[]> =>
  (await call('getSecurity', headers)).body.data?.['access'] as Row[];
const endSince = (headers: Headers, since: string, reset_keys = true) =>
  call('endAccess', headers, { body: { since, reset_keys } });

/** Delivers the queued messages ten minutes later, and returns the new emails. */
async function mailsAfterTenMinutes() {
  const { accountMessages, mails } = world.context;
  world.context.clock.advance(10 * MINUTE_MS);
  const before = mails.length;
  for (const message of accountMessages.splice(0))
    await invoke(account, world.context, { Records: [sqsRecord(message)] });
  return mails.slice(before).map(({ content }) => content);
}

async function addApp(headers: Headers) {
  const { body } = await call('startFactor', headers);
  const { challenge, secret } = body.data as { challenge: string; secret: string };
  const code = new TOTP({ secret }).generate({ timestamp: world.context.clock.now() });
  return call('addFactor', headers, { body: { method: 'totp', challenge, secret, code } });
}
const HOOK = { url: TAP, events: ['list.finished'] };
const FORM = { name: 'Join', origins: ['https://a.fr'], daily_checks: 5 };
async function addEndpoint(headers: Headers): Promise<string> {
  return String((await call('createEndpoint', headers, { body: HOOK })).body.data?.['id']);
}
/** Invites an accomplice, who accepts in the same browser. */
async function addMember(headers: Headers): Promise<string> {
  const { headers: own, user } = await world.person();
  await call('inviteMember', headers, { body: { email: user.email, role: 'member' } });
  const content = world.context.mails.at(-1)?.content;
  const path = content?.template === 'invitation' ? content.params.path : '/';
  const body = Object.fromEntries(new URL(path, 'https://app.test').searchParams);
  await call('acceptInvitation', { ...own, 'User-Agent': CHROME }, { body });
  return user.id;
}

/** Session routes that add something that can act, or give it to somebody else. */
const ADDING: Partial<
  Record<RouteName, readonly [kind: AccessKind, add: (headers: Headers) => Promise<unknown>]>
> = {
  createKey: ['key', (h) => call('createKey', h, { body: { name: 'Job', scopes: ['read'] } })],
  resetApiKey: ['key', (h) => call('resetApiKey', h)],
  resetApiKeyByGet: ['key', (h) => call('resetApiKeyByGet', h)],
  createEndpoint: ['endpoint', addEndpoint],
  updateEndpoint: [
    'endpoint',
    async (h) => {
      const params = { id: await addEndpoint(h) };
      await call('updateEndpoint', h, { params, body: { url: `${TAP}moved` } });
    },
  ],
  rotateSecret: [
    'endpoint',
    async (h) => call('rotateSecret', h, { params: { id: await addEndpoint(h) } }),
  ],
  createForm: ['form', (h) => call('createForm', h, { body: FORM })],
  addFactor: ['factor', addApp],
  inviteMember: ['member', addMember],
  changeMember: [
    'member',
    async (h) => {
      const params = { id: await addMember(h) };
      await call('changeMember', h, { params, body: { role: 'admin' } });
    },
  ],
};
/**
 * Need another service: see functions/connections/imports.test.ts and
 * tests/attacks/members/single-sign-on.test.ts.
 */
const ADDING_ELSEWHERE: readonly RouteName[] = ['connect', 'saveSso'];
/** Session routes that write such items without adding one. */
const ADDING_NONE: readonly RouteName[] = [
  'logout',
  'editProfile',
  'revokeKey',
  'deleteEndpoint',
  'sendTestEvent',
  'sendAgain',
  'updateForm',
  'deleteForm',
  'disconnect',
  'listAudiences',
  'countAudience',
  'importContacts',
  'applyVerdicts',
  'undoApply',
  'reauthenticate',
  'endAccess',
  'removeFactor',
  'withdrawInvitation',
  'removeMember',
  'openAccount',
  'acceptInvitation',
  'linkSso',
  'answerTransfer',
  'deleteAccount',
  'updateUser',
];
const WRITES =
  /^write:(sessions|apiKeys|webhooks|forms|connections|factors|members|invitations|sso)$/;

describe('every session route that adds something that can act', () => {
  it('is in the table', () => {
    const writing = routeNames.filter((name) => {
      const { auth }: Route = contract[name];
      return auth !== 'public' && routeNeeds[name].grants.some((grant) => WRITES.test(grant));
    });
    const known = [...Object.keys(ADDING), ...ADDING_ELSEWHERE, ...ADDING_NONE];
    expect(writing.toSorted()).toEqual(known.toSorted());
  });

  it.each([...Object.keys(ADDING), ...ADDING_ELSEWHERE] as RouteName[])(
    '%s needs a proof in a session',
    (name) => {
      const { sensitive }: Route = contract[name];
      expect(sensitive).toBe('always');
    },
  );

  it.each(Object.entries(ADDING))('%s is mailed, listed and ended', async (_, [kind, add]) => {
    const thief = await logIn();
    await mailsAfterTenMinutes();
    const since = now();
    await prove(thief);
    await add(thief);

    const isFactor = kind === 'factor';
    const reported = isFactor
      ? world.context.mails.at(-1)?.content
      : (await mailsAfterTenMinutes()).at(-1);
    const named = expect.arrayContaining([expect.objectContaining({ kind })]) as unknown;
    expect(reported).toMatchObject(
      isFactor
        ? { template: 'factors_changed', params: { access: named } }
        : { template: 'access_changed', params: { changes: named } },
    );
    const isOfThief = ({ added_by: by }: Row) => by?.includes('Chrome, Windows · ') ?? false;
    const added = (await listed(thief)).filter((row) => row.kind === kind && isOfThief(row));
    expect(added).toHaveLength(1);

    // A new factor has invalidated all other sessions, so only this session can remove it.
    const rescuer = isFactor ? thief : { ...owner.headers, 'User-Agent': FIREFOX };
    if (!isFactor) await prove(rescuer);
    expect((await endSince(rescuer, since)).status).toBe(200);
    expect((await listed(rescuer)).filter((row) => row.kind === kind && isOfThief(row))).toEqual(
      [],
    );
  });

  it('waits for its email in steps that the alarm of the queue allows', async () => {
    await mailsAfterTenMinutes();
    await prove(owner.headers);
    await addEndpoint(owner.headers);
    const { accountMessages, clock, mails } = world.context;
    const before = mails.length;
    clock.advance(MINUTE_MS);
    for (const message of accountMessages.splice(0))
      await invoke(account, world.context, { Records: [sqsRecord(message)] });
    expect([accountMessages.length, mails.length - before]).toEqual([1, 0]);
    expect(await mailsAfterTenMinutes()).toHaveLength(1);
  });

  it('shares one email with the other changes of ten minutes', async () => {
    const headers = { ...owner.headers, 'User-Agent': FIREFOX };
    await call('createForm', headers, { body: FORM });
    await addEndpoint(headers);
    const [first, ...others] = await mailsAfterTenMinutes();
    const by = 'Ada Martin · Firefox, Linux · 203.0.113.0/24';
    expect(first).toMatchObject({
      template: 'access_changed',
      params: {
        changes: [
          { kind: 'form', what: 'added', name: 'Join', by },
          { kind: 'endpoint', what: 'added', name: 'tap.thief.test', by },
        ],
      },
    });
    expect(others).toEqual([]);
    await prove(headers);
    await addEndpoint(headers);
    expect(await mailsAfterTenMinutes()).toMatchObject([
      { params: { changes: [{ kind: 'endpoint' }] } },
    ]);
  });
});

describe('a thief of a session', () => {
  it('receives no event after the owner has ended everything added since', async () => {
    const before = await addEndpoint(owner.headers);
    const moved = await addEndpoint(owner.headers);
    const thief = await logIn();
    const since = now();
    await prove(thief);
    await addEndpoint(thief);
    await call('updateEndpoint', thief, { params: { id: moved }, body: { url: `${TAP}moved` } });
    const { body } = await call('createKey', thief, {
      body: { name: 'sync', scopes: ['webhooks', 'read', 'lists'] },
    });
    const byKey = { 'X-Api-Key': String(body.data?.['api_key']) };
    await addEndpoint(byKey);

    await prove(owner.headers);
    expect((await endSince(owner.headers, since)).status).toBe(200);
    await world.emit(owner);
    await world.drain();
    expect(world.posts).toHaveLength(1);
    const rows = await listed(owner.headers);
    expect(rows.filter(({ kind }) => kind === 'endpoint')).toMatchObject([{ id: before }]);
    for (const [headers, code] of [
      [thief, 'unauthenticated'],
      [byKey, 'wrong_api_key'],
    ] as const)
      expect((await call('createEndpoint', headers, { body: HOOK })).body.code).toBe(code);
  });

  it('leaves an endpoint that the email about a new factor names and its owner ends', async () => {
    const thief = await logIn();
    await prove(thief);
    await addEndpoint(thief);
    const rescued = await logIn(PERSON_PASSWORD, FIREFOX);
    await prove(rescued);
    expect((await addApp(rescued)).status).toBe(200);
    expect(world.context.mails.at(-1)?.content.params).toMatchObject({
      access: expect.arrayContaining([
        expect.objectContaining({ kind: 'endpoint', name: 'tap.thief.test' }),
      ]) as unknown,
    });
    expect((await call('me', thief)).status).toBe(401);
    const { kind, id } = (await listed(rescued)).find((row) => row.kind === 'endpoint') ?? {};
    expect((await call('endAccess', rescued, { body: { kind, id } })).status).toBe(200);
    await world.emit(owner);
    await world.drain();
    expect(world.posts).toEqual([]);
    expect((await listed(rescued)).filter((row) => row.kind === 'factor')).toHaveLength(1);
  });

  it('cannot end anything without a proof', async () => {
    const thief = owner.headers;
    world.context.clock.advance(HOUR_MS);
    const refused = await endSince(thief, now());
    expect([refused.status, refused.body.code]).toEqual([403, 'reauthentication_required']);
    expect(await prove(thief, 'a wrong 1 password')).toBe(422);
    expect((await endSince(thief, now())).status).toBe(403);
  });

  it('who ends everything first is named in an email and loses to a password reset', async () => {
    const mine = await logIn(PERSON_PASSWORD, FIREFOX);
    await addEndpoint(mine);
    await mailsAfterTenMinutes();
    const thief = await logIn();
    expect((await endSince(thief, '2020-01-01T00:00:00.000Z')).status).toBe(200);
    expect((await call('me', mine)).status).toBe(401);
    const [mail] = await mailsAfterTenMinutes();
    const by = expect.stringMatching(/Chrome, Windows · /) as unknown;
    expect(mail).toMatchObject({
      params: {
        changes: expect.arrayContaining([
          expect.objectContaining({ kind: 'session', what: 'removed', by }),
          expect.objectContaining({ kind: 'endpoint', what: 'removed', by }),
          expect.objectContaining({ kind: 'key', what: 'changed', by }),
        ]) as unknown,
      },
    });
    const token = 'reset-token';
    const { email } = owner.user;
    await invoke(account, world.context, {
      Records: [
        sqsRecord({
          kind: 'password_reset',
          v: 1,
          email,
          token,
          expiresAt: world.context.clock.now() + HOUR_MS,
        }),
      ],
    });
    const body = { email, token, new_password: 'Fresh4allXX', confirm_password: 'Fresh4allXX' };
    expect((await call('resetPassword', {}, { body })).status).toBe(200);
    expect((await call('me', thief)).status).toBe(401);
    expect((await call('me', await logIn('Fresh4allXX', FIREFOX))).status).toBe(200);
  });

  it('causes one email by a login from a new browser and network', async () => {
    const NETWORK = '2001:db8:7:8::1';
    await logIn(PERSON_PASSWORD, FIREFOX, NETWORK);
    await logIn(PERSON_PASSWORD, CHROME, '2001:db8:7:9::1');
    await logIn(PERSON_PASSWORD, FIREFOX, '198.18.7.1');
    expect(await mailsAfterTenMinutes()).toMatchObject([
      { params: { changes: [{ kind: 'session', by: 'Firefox, Linux · 2001:db8:7::/48' }] } },
    ]);
    await logIn(PERSON_PASSWORD, 'curl/8.15.0', '198.18.8.1');
    expect(await mailsAfterTenMinutes()).toMatchObject([
      { params: { changes: [{ kind: 'session', by: 'curl · 198.18.8.0/24' }] } },
    ]);
  });
});

describe('the owner', () => {
  it('sees each session with its origin and last use, and keeps the current one', async () => {
    const mine = await logIn(PERSON_PASSWORD, FIREFOX);
    const sessions = async () => (await listed(mine)).filter(({ kind }) => kind === 'session');
    const used = now().slice(0, 13);
    expect(await sessions()).toMatchObject([
      { added_by: null, last_used_at: null, current: false },
      { added_by: expect.stringMatching(/^Firefox, Linux · .*\.0\/24$/) as unknown, current: true },
    ]);
    expect((await sessions())[1]?.last_used_at?.slice(0, 13)).toBe(used);
    expect((await endSince(mine, now())).status).toBe(200);
    expect(await sessions()).toMatchObject([{ current: true }]);
    const [current] = await sessions();
    const body = { kind: 'session', id: current?.id };
    expect((await call('endAccess', mine, { body })).body.code).toBe('not_found');
  });

  it.each([true, false])('replaces the first and the test key: %s', async (isChosen) => {
    const { accounts, apiKeys } = world.context;
    const before = await accounts.get(owner.user.id);
    const live = before && (await apiKeys.reveal(before));
    expect((await endSince(owner.headers, now(), isChosen)).status).toBe(200);
    for (const key of [live, owner.testKey])
      expect(await apiKeys.findUser(key ?? '')).toBe(isChosen ? undefined : owner.user.id);
    const after = await accounts.get(owner.user.id);
    expect(after && (await apiKeys.reveal(after)) === live).toBe(!isChosen);
  });
});
