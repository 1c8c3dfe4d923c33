import { expect, it } from 'vitest';
import { newSourceIp } from '../support/account-harness.ts';
import { createFactorHarness, parseChallenge } from '../support/factor-harness.ts';
import { addMember, PERSON_PASSWORD, type Person } from '../support/people.ts';
import { routes } from '../support/routes.ts';

/**
 * Attackers who have a session, but neither the password nor a factor (docs/operators/security.md).
 */

const { addTotp, call, codeOf, context, person } = createFactorHarness();

const reauthenticate = ({ headers }: Pick<Person, 'headers'>, challenge: string, proof: object) =>
  call(routes.reauthenticate, { headers, body: { challenge, proof }, sourceIp: newSourceIp() });

async function provePassword(someone: Person): Promise<void> {
  const { body } = await call(routes.startFactor, { headers: someone.headers });
  const challenge = parseChallenge(body);
  const proof = { method: 'password', password: PERSON_PASSWORD };
  expect((await reauthenticate(someone, challenge, proof)).status).toBe(200);
}

it('an old session shows only the ends of the API key', async () => {
  const owner = await person({ paid: true });
  const { secret } = await addTotp(owner);
  const { headers, apiKey } = owner;
  const masked = `tms_live_…${apiKey?.slice(-4)}`;
  const profile = { first_name: 'Ada', last_name: 'Martin', email: owner.user.email };
  const everyMe = [
    () => call(routes.me, { headers }),
    () => call(routes.setLanguage, { headers, body: { language: 'en' } }),
    () => call(routes.acceptTerms, { headers, body: { terms_accepted: 1 } }),
    async () => {
      const passwords = { current_password: '', new_password: '', confirm_password: '' };
      const { body } = await call(routes.editProfile, {
        headers,
        body: { ...profile, ...passwords },
      });
      return { body: { data: body.data?.['user'] } };
    },
  ];
  const shown = () => Promise.all(everyMe.map(async (me) => (await me()).body.data));
  for (const data of await shown()) expect(data).toMatchObject({ api_key: apiKey });
  context().clock.advance(10 * 60_000);
  for (const data of await shown()) {
    expect(data).toMatchObject({ api_key: masked, api_key_hidden: true });
    expect(JSON.stringify(data)).not.toContain(apiKey);
  }
  const asked = await call(routes.getApiKey, { headers });
  expect(asked).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } });
  const proof = { method: 'totp', code: codeOf(secret) };
  expect((await reauthenticate(owner, parseChallenge(asked.body), proof)).status).toBe(200);
  const key = await call(routes.getApiKey, { headers });
  expect(key).toMatchObject({ status: 200, body: { data: { api_key: apiKey } } });
  for (const data of await shown()) {
    expect(data).toMatchObject({ api_key: apiKey });
    expect(data).not.toHaveProperty('api_key_hidden');
  }
  // A user without a second factor proves the password. A user who has never paid has no key.
  const [plain, unpaid] = [await person({ paid: true }), await person()];
  const keyOf = async (of: Person) =>
    (await call(routes.me, { headers: of.headers })).body.data?.['api_key'];
  expect(await keyOf(unpaid)).toBeNull();
  context().clock.advance(10 * 60_000);
  expect(await keyOf(unpaid)).toBeNull();
  expect(await keyOf(plain)).toBe(`tms_live_…${plain.apiKey?.slice(-4)}`);
  await provePassword(plain);
  expect(await keyOf(plain)).toBe(plain.apiKey);
});

it('an old session removes nobody, and closes no account of others, without a proof', async () => {
  const [owner, colleague, alone] = [await person({ paid: true }), await person(), await person()];
  const asColleague = await addMember(context(), owner, colleague, 'admin');
  const params = { id: colleague.user.id };
  const remove = () => call(routes.removeMember, { headers: owner.headers, params });
  const close = (headers: Person['headers']) => call(routes.deleteAccount, { headers });
  context().clock.advance(10 * 60_000);
  for (const refused of [await remove(), await close(owner.headers)])
    expect(refused.body).toMatchObject({
      code: 'reauthentication_required',
      methods: ['password'],
    });
  // The person leaves, and closes an account that nobody else uses, with the session.
  const leave = { headers: asColleague, params: { id: 'me' } };
  expect((await call(routes.removeMember, leave)).status).toBe(200);
  expect((await close(alone.headers)).status).toBe(200);
  await addMember(context(), owner, colleague, 'viewer');
  await provePassword(owner);
  expect((await remove()).status).toBe(200);
  await addMember(context(), owner, colleague, 'viewer');
  expect((await close(owner.headers)).status).toBe(200);
});

it('an old session adds or shows nothing that can act without a proof', async () => {
  const owner = await person({ paid: true });
  const { headers } = owner;
  const form = { name: 'Newsletter', origins: ['https://shop.example'], daily_checks: 5 };
  const endpoint = { url: 'https://hooks.customer.test/', events: ['list.finished'] };
  const made = async (route: Parameters<typeof call>[0], body: object) => ({
    id: String((await call(route, { headers, body })).body.data?.['id']),
  });
  const ofForm = { headers, params: await made(routes.createForm, form) };
  const ofEndpoint = { headers, params: await made(routes.createEndpoint, endpoint) };
  const attempts = {
    getApiKey: () => call(routes.getApiKey, { headers }),
    createKey: () => call(routes.createKey, { headers, body: { name: 'Shop', scopes: ['check'] } }),
    createEndpoint: () => call(routes.createEndpoint, { headers, body: endpoint }),
    updateEndpoint: () => call(routes.updateEndpoint, { ...ofEndpoint, body: endpoint }),
    rotateSecret: () => call(routes.rotateSecret, ofEndpoint),
    createForm: () => call(routes.createForm, { headers, body: form }),
    updateForm: () => call(routes.updateForm, { ...ofForm, body: form }),
    getFormSecret: () => call(routes.getFormSecret, ofForm),
    saveLowCredits: () =>
      call(routes.saveLowCredits, { headers, body: { warn_below: 5, top_up: null } }),
    resetApiKey: () => call(routes.resetApiKey, { headers }),
    resetApiKeyByGet: () => call(routes.resetApiKeyByGet, { headers }),
  };
  const outcomes = async () => {
    const found: Record<string, unknown> = {};
    for (const [name, attempt] of Object.entries(attempts)) {
      const { status, body } = await attempt();
      found[name] = status === 200 ? 'allowed' : [body.code, Object(body).methods];
    }
    return found;
  };
  const everyOutcome = (outcome: unknown) =>
    Object.fromEntries(Object.keys(attempts).map((name) => [name, outcome]));
  context().clock.advance(10 * 60_000);
  expect(await outcomes()).toEqual(everyOutcome(['reauthentication_required', ['password']]));
  const listed = JSON.stringify((await call(routes.listForms, { headers })).body);
  expect(listed).toContain(ofForm.params.id);
  expect(listed).not.toContain('fsec_');
  await provePassword(owner);
  expect(await outcomes()).toEqual(everyOutcome('allowed'));
  const others = { headers: (await person()).headers, params: ofForm.params };
  expect((await call(routes.getFormSecret, others)).status).toBe(404);
});
