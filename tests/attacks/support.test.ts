import { expect, it } from 'vitest';
import { newSourceIp } from '../support/account-harness.ts';
import {
  createFactorHarness,
  parseChallenge,
  parseSessionHeaders,
} from '../support/factor-harness.ts';
import { addMember, type Person } from '../support/people.ts';
import { routes } from '../support/routes.ts';
import { DAY_MS } from '../../shared/model/duration.ts';

/** Someone who persuades support, or acts as an administrator or with a stolen session. */

const stage = createFactorHarness();
const { addTotp, call, codeOf, complete, context, logIn, person } = stage;

const reset = ({ headers }: Person, { user }: Pick<Person, 'user'>, reason = 'Lost phone') =>
  call(routes.resetFactors, { headers, body: { id: user.id, reason } });
const keep = (headers: Person['headers']) =>
  call(routes.removeFactor, { headers, params: { id: 'reset_at' } });
const isPending = async ({ user }: Person) =>
  (await context().accounts.get(user.id))?.factorReset !== undefined;

async function ownerWithApp() {
  const owner = await person();
  return { owner, ...(await addTotp(owner)) };
}

it('no session causes an undeclared error by naming an account it may not act on', async () => {
  const [admin, customer] = [await person({ admin: true }), await person()];
  const params = { id: customer.user.id };
  for (const { headers } of [admin, customer])
    for (const id of [admin.user.id, customer.user.id, context().ids.ulid(0)]) {
      const named = { ...headers, 'X-Account-Id': id };
      const { status } = await call(routes.getUser, { headers: named, params });
      expect([200, 403]).toContain(status);
    }
  expect(context().lines.filter((line) => line.includes('undeclared_error'))).toEqual([]);
});

it('an administrator finds the owner of a transferred account, and removes their factors', async () => {
  const [admin, first, next] = [
    await person({ admin: true }),
    await person(),
    await person({ memberOnly: true }),
  ];
  const on = await addMember(context(), first, next, 'admin');
  const params = { id: next.user.id };
  await call(routes.changeMember, { headers: first.headers, params, body: { role: 'owner' } });
  const accept = { accept: true, terms_accepted: 1 };
  expect((await call(routes.answerTransfer, { headers: on, body: accept })).status).toBe(200);
  await addTotp(next);
  const shown = async (id: string) =>
    (await call(routes.getUser, { headers: admin.headers, params: { id } })).body.data;
  expect(await shown(first.user.id)).toMatchObject({
    owner: { id: next.user.id, email: next.user.email },
    accounts: [],
    members: [{ email: first.user.email, role: 'admin' }],
    profile: { has_factors: true },
  });
  expect(await shown(next.user.id)).toMatchObject({
    owner: null,
    accounts: [{ id: first.user.id, email: next.user.email, role: 'owner' }],
  });
  expect((await reset(admin, first)).status).toBe(200);
  expect([await isPending(first), await isPending(next)]).toEqual([false, true]);
  expect(context().mails.at(-1)?.to).toBe(next.user.email);
});

it('an administrator removes factors after an email, with a proof, at most five times a day', async () => {
  const [admin, colleague, plain] = [
    await person({ admin: true }),
    await person({ admin: true }),
    await person(),
  ];
  const owners = await Promise.all(Array.from({ length: 7 }, () => person()));
  for (const each of owners) await addTotp(each);
  const [first, ...others] = owners;
  if (!first) throw new TypeError('there are seven');
  const { sessions, clock, mails } = context();
  clock.advance(10 * 60_000);
  expect((await reset(admin, first)).body.code).toBe('reauthentication_required');
  expect(await isPending(first)).toBe(false);
  await sessions.recordProof(admin.sessionId, clock.now());

  expect((await reset(admin, first, 'a\u202eb')).status).toBe(422);
  const at = new Date(clock.now() + DAY_MS).toISOString();
  expect(await reset(admin, first)).toMatchObject({
    status: 200,
    body: { data: { reset_at: at } },
  });
  const { content, to } = mails.at(-1) ?? {};
  expect([to, content]).toMatchObject([
    first.user.email,
    { template: 'factor_reset', params: { at, path: expect.stringContaining('/keep-factors?t=') } },
  ]);
  const logged = context().lines.filter((line) => line.includes('factor_reset_requested'));
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain(`"by":"${admin.user.id}"`);
  const shown = await call(routes.getUser, {
    headers: admin.headers,
    params: { id: first.user.id },
  });
  expect(shown.body.data).toMatchObject({
    profile: { has_factors: true, factor_reset_at: at },
  });

  // Each attempt counts, including the one with an invalid reason.
  for (const [target, status, code] of [
    [colleague, 403, 'forbidden'],
    [plain, 409, 'wrong_state'],
    [first, 409, 'wrong_state'],
    [others[0], 429, 'too_many_requests'],
  ] as const) {
    const answer = await reset(admin, target ?? plain);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  }
  await sessions.recordProof(colleague.sessionId, clock.now());
  expect((await reset(colleague, others[0] ?? plain)).status).toBe(200);
  // The removal takes effect a day later; then the password is sufficient.
  expect((await logIn(first)).body.code).toBe('second_factor_required');
  clock.advance(DAY_MS);
  expect((await logIn(first)).status).toBe(200);
});

it('a stolen session cannot cancel a removal, and its owner can, until it takes effect', async () => {
  const [admin, { owner, secret }] = [await person({ admin: true }), await ownerWithApp()];
  const { clock } = context();
  expect((await keep(owner.headers)).body.code).toBe('expired');
  expect((await reset(admin, owner)).status).toBe(200);
  clock.advance(10 * 60_000);
  const asked = await keep(owner.headers);
  expect(asked.body).toMatchObject({
    code: 'reauthentication_required',
    methods: ['totp', 'recovery_code'],
  });
  expect(await isPending(owner)).toBe(true);
  const proof = { method: 'totp', code: codeOf(secret) };
  const body = { challenge: parseChallenge(asked.body), proof };
  const { headers } = owner;
  expect((await call(routes.reauthenticate, { headers, body })).status).toBe(200);
  expect((await keep(headers)).status).toBe(200);
  expect(await isPending(owner)).toBe(false);
  expect(context().lines.join('\n')).toContain('factor_reset_canceled');

  clock.advance(DAY_MS);
  await context().sessions.recordProof(admin.sessionId, clock.now());
  expect((await reset(admin, owner)).status).toBe(200);
  clock.advance(DAY_MS);
  await context().sessions.recordProof(owner.sessionId, clock.now());
  expect((await keep(headers)).body.code).toBe('expired');
  expect((await logIn(owner)).status).toBe(200);
});

it('a used recovery code is reported to the owner, at a login and in a session', async () => {
  const { owner, codes } = await ownerWithApp();
  const mailsBefore = context().mails.length;
  const [first, second] = codes.map((code) => ({ method: 'recovery_code', code }));
  const wrong = { method: 'recovery_code', code: 'aaaaa-aaaaa' };
  const challenge = async () => parseChallenge((await logIn(owner)).body);
  expect((await complete(await challenge(), wrong)).status).toBe(422);
  const opened = await complete(await challenge(), first ?? wrong);
  const headers = parseSessionHeaders(opened.body);
  context().clock.advance(10 * 60_000);
  const { body: asked } = await keep(headers);
  const body = { challenge: parseChallenge(asked), proof: second };
  const sourceIp = newSourceIp();
  expect((await call(routes.reauthenticate, { headers, body, sourceIp })).status).toBe(200);
  const reports = context().mails.slice(mailsBefore);
  expect(reports).toHaveLength(2);
  expect(new Set(reports.map(({ id }) => id)).size).toBe(2);
  for (const { to, content } of reports)
    expect([to, content]).toEqual([
      owner.user.email,
      { template: 'factors_changed', params: { what: 'recovery_code_used' } },
    ]);
});
