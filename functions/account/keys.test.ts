import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../shared/model/duration.ts';
import { MAX_KEYS } from '../../shared/contract/keys.ts';
import { createAccountHarness } from '../../tests/support/account-harness.ts';
import { findPlacesContaining } from '../../tests/support/traces.ts';
import { createMemoryBlobs } from '../../tests/support/memory-blobs.ts';
import { addMember, type Person } from '../../tests/support/people.ts';
import { startClosing } from '../privacy/delete-account.ts';
import { routes } from '../../tests/support/routes.ts';

const { call, context, person, table } = createAccountHarness();

const iso = (at: number) => new Date(at).toISOString();

const create = ({ headers }: Person, name = 'Sign-up form', scopes: readonly string[] = ['read']) =>
  call(routes.createKey, { headers, body: { name, scopes } });
async function createNamedKey(owner: Person, name?: string): Promise<{ key: string; id: string }> {
  const { data } = (await create(owner, name)).body;
  return { key: String(data?.['api_key']), id: String(data?.['id']) };
}
const keysOf = async ({ headers }: Person) =>
  (await call(routes.listKeys, { headers })).body.data?.['keys'];
const revoke = ({ headers }: Person, id: string) =>
  call(routes.revokeKey, { headers, params: { id } });
const use = (key: string) => call(routes.listFiles, { headers: { 'X-Api-Key': key } });

describe('a named key', () => {
  it('is shown once, listed after the first key by its last characters, and works for its scopes', async () => {
    const owner = await person({ paid: true });
    const now = context().clock.now();
    const response = await create(owner, ' Nightly job ', ['read', 'check']);
    const { data } = response.body;
    const key = String(data?.['api_key']);
    expect(key).toMatch(/^tms_live_[0-9A-Za-z]{36}$/);
    const row = {
      id: data?.['id'],
      name: 'Nightly job',
      masked: `tms_live_…${key.slice(-4)}`,
      scopes: ['check', 'read'],
      created_at: iso(now),
      last_used_at: null,
      assistant_credits: 1000,
      own: true,
    };
    expect(data).toEqual({ ...row, api_key: key });
    const first = {
      id: 'first',
      name: null,
      masked: `tms_live_…${owner.apiKey?.slice(-4)}`,
      scopes: ['check', 'lists', 'read', 'webhooks'],
      created_at: iso(now),
      last_used_at: null,
      assistant_credits: 1000,
    };
    expect(await keysOf(owner)).toEqual([first, row]);

    expect((await use(key)).status).toBe(200);
    expect(await keysOf(owner)).toEqual([first, { ...row, last_used_at: iso(now) }]);
    const body = { emails: ['ada@a.fr'] };
    const refused = { headers: { 'X-Api-Key': key, 'Accept-Language': 'fr' }, body };
    expect(await call(routes.createList, refused)).toMatchObject({
      status: 403,
      body: {
        code: 'key_scope',
        scope: 'lists',
        message: ['Cette clé d’API n’a pas l’autorisation que cet appel demande'],
      },
    });
    const log = context().lines.join('');
    expect(log).toContain(`"what":"key_made","account":"${owner.user.id}"`);
    expect(log).toContain(`"what":"key_refused","account":"${owner.user.id}"`);
    expect(log).not.toContain(key);
    const profile = JSON.stringify((await call(routes.me, owner)).body);
    expect(profile).toContain(owner.apiKey);
    expect(profile).not.toContain(key);
  });

  it('is revoked immediately, without affecting the first key or keys of others', async () => {
    const [owner, other] = [await person({ paid: true }), await person({ paid: true })];
    const [one, two] = [await createNamedKey(owner, 'One'), await createNamedKey(owner, 'Two')];
    expect(await revoke(other, one.id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await revoke(owner, 'first')).toMatchObject({
      status: 409,
      body: { code: 'first_key' },
    });
    expect((await revoke(owner, one.id)).status).toBe(200);
    expect((await revoke(owner, one.id)).status).toBe(404);
    expect(await use(one.key)).toMatchObject({ status: 401, body: { code: 'wrong_api_key' } });
    expect([(await use(two.key)).status, (await use(owner.apiKey ?? '')).status]).toEqual([
      200, 200,
    ]);
    expect(await keysOf(owner)).toMatchObject([{ id: 'first' }, { name: 'Two' }]);
    expect(context().lines.join('')).toContain(`"what":"key_revoked","account":"${owner.user.id}"`);
    // Resetting the first key does not affect the named keys.
    await call(routes.resetApiKey, owner);
    expect([(await use(two.key)).status, (await use(owner.apiKey ?? '')).status]).toEqual([
      200, 401,
    ]);
  });

  it('is revoked by the member who created it, who cannot revoke those of others', async () => {
    const [owner, member] = [await person({ paid: true }), await person()];
    const { id: ofOwner } = await createNamedKey(owner, 'Of the owner');
    const asMember = { ...member, headers: await addMember(context(), owner, member, 'member') };
    const { id: own } = await createNamedKey(asMember, 'Own');
    const rows = (await keysOf(asMember)) as { id: string; own?: true }[];
    expect(rows.filter((row) => row.own).map(({ id }) => id)).toEqual([own]);
    const answers = [];
    for (const id of [ofOwner, own, own]) {
      const { status, body } = await revoke(asMember, id);
      answers.push(body.code ?? status);
    }
    expect(answers).toEqual(['role_required', 200, 'not_found']);
    expect(await keysOf(owner)).toMatchObject([{ id: 'first' }, { id: ofOwner, own: true }]);
  });

  it('requires a paying customer and is limited to twenty keys with the first, even for concurrent calls', async () => {
    const trial = await person();
    expect(await keysOf(trial)).toEqual([]);
    expect(await create(trial)).toMatchObject({ status: 403, body: { code: 'api_paid_only' } });
    const owner = await person({ paid: true });
    for (let number = 3; number < MAX_KEYS; number += 1) await create(owner, `Job ${number}`);
    const codes = await Promise.all(
      [1, 2, 3].map(async () => (await create(owner)).body.code ?? 'made'),
    );
    expect(codes.toSorted()).toEqual(['made', 'made', 'too_many_keys']);
    expect(await keysOf(owner)).toHaveLength(MAX_KEYS);
  });

  it.each([
    ['no name', { name: ' ', scopes: ['read'] }, 'name'],
    ['a long name', { name: 'n'.repeat(61), scopes: ['read'] }, 'name'],
    ['a name of two lines', { name: 'a\nb', scopes: ['read'] }, 'name'],
    ['no scope', { name: 'Job', scopes: [] }, 'scopes'],
    ['a repeated scope', { name: 'Job', scopes: ['read', 'read'] }, 'scopes'],
    ['an unknown scope', { name: 'Job', scopes: ['admin'] }, 'scopes.0'],
  ])('is rejected with %s', async (_, body, field) => {
    const { headers } = await person({ paid: true });
    const response = await call(routes.createKey, { headers, body });
    expect(response).toMatchObject({ status: 422, body: { code: 'validation' } });
    expect(Object.keys(response.body.fields ?? {})).toEqual([field]);
  });

  it('does not work while the account is inactive, and ends when its payment is refunded or the account is deleted', async () => {
    const owner = await person({ paid: true });
    const { key } = await createNamedKey(owner);
    await context().accounts.setStatus(owner.user.id, 2);
    expect((await use(key)).body.code).toBe('account_inactive');
    await context().accounts.setStatus(owner.user.id, 1);
    expect((await use(key)).status).toBe(200);
    await context().apiKeys.setPaid(owner.user.id, false);
    expect((await use(key)).body.code).toBe('wrong_api_key');
    await context().apiKeys.setPaid(owner.user.id, true);
    expect((await use(key)).body.code).toBe('wrong_api_key');
    expect(await keysOf(owner)).toHaveLength(1);

    const last = await createNamedKey(owner);
    await use(last.key);
    const user = await context().accounts.get(owner.user.id);
    const hashes = user?.namedKeyHashes ?? [];
    const traces = () =>
      findPlacesContaining({ table: table(), blobs: createMemoryBlobs() }, hashes);
    expect(await traces()).toHaveLength(3);
    await startClosing(context(), owner.user.id);
    expect((await use(last.key)).body.code).toBe('wrong_api_key');
    expect(await traces()).toEqual([]);
  });

  it('does not remain if it is created while the payment is refunded', async () => {
    const owner = await person({ paid: true });
    const [kept] = await Promise.all([
      createNamedKey(owner),
      context().apiKeys.setPaid(owner.user.id, false),
    ]);
    expect((await use(kept.key)).status).toBe(401);
  });
});

describe('the last use of a key', () => {
  it('is recorded to the hour, and not again within that hour', async () => {
    const owner = await person({ paid: true });
    const { key } = await createNamedKey(owner);
    const { clock, keyUse } = context();
    const usedAt = async () =>
      [
        ...(await keyUse.read((await context().accounts.get(owner.user.id))?.namedKeyHashes ?? [])),
      ].map(([, at]) => at);
    const startedAt = clock.now();
    await use(key);
    clock.advance(HOUR_MS - 1);
    await use(key);
    expect(await usedAt()).toEqual([iso(startedAt)]);
    clock.advance(2);
    await use(key);
    expect(await usedAt()).toEqual([iso(clock.now())]);
  });

  it('does not fail a call if it cannot be recorded, and is attempted once an hour', async () => {
    const { apiKey } = await person({ paid: true });
    let tries = 0;
    context().db.update = async () => {
      tries += 1;
      throw new Error('the table is unavailable');
    };
    for (let calls = 0; calls < 3; calls += 1) expect((await use(apiKey ?? '')).status).toBe(200);
    expect(tries).toBe(1);
    expect(context().lines.join('')).toContain('key_use_not_noted');
  });
});
