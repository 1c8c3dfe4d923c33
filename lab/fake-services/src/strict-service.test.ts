import { describe, expect, it } from 'vitest';
import type { FakeService } from './fake-service.ts';
import { createFakeHubspot } from './hubspot/fake-hubspot.ts';
import { createFakeKlaviyo } from './klaviyo/fake-klaviyo.ts';

const KLAVIYO = { authorization: 'Klaviyo-API-Key pk_test', revision: '2026-07-15' };
const HUBSPOT = { authorization: 'Bearer pat-test' };

const ask = (
  service: FakeService,
  headers: Readonly<Record<string, string>>,
  call: string,
  body?: unknown,
) => {
  const [method = '', url = ''] = call.split(' ');
  const text = body === undefined ? '' : JSON.stringify(body);
  const type = { 'content-type': 'application/json' };
  return service.respond({ method, host: '', url, headers: { ...type, ...headers }, body: text });
};

describe('the fake of Klaviyo', () => {
  const error = (status: number, code: string, source = {}) => ({
    status,
    body: { errors: [expect.objectContaining({ status, code, source })] },
  });

  it.each([
    ['GET /api/lists?page[size]=11', 'page[size]'],
    ['GET /api/lists?limit=5', 'limit'],
    ['GET /api/lists?filter=equals(color,"red")', 'filter'],
    ['GET /api/lists?filter=any(name,["a"', 'filter'],
    ['GET /api/lists/LIST01?additional-fields[list]=size', 'additional-fields[list]/0'],
  ])('rejects %s', async (call, parameter) => {
    const answer = await ask(createFakeKlaviyo(), KLAVIYO, call);
    expect(answer).toMatchObject(error(400, 'invalid', { parameter }));
  });

  it('demands a key, a revision, documented paths and documented bodies', async () => {
    const fake = createFakeKlaviyo({ profiles: 1 });
    const { id } = fake.account.profileAt(0);
    expect(await ask(fake, {}, 'GET /api/lists')).toMatchObject(error(401, 'not_authenticated'));
    const { authorization } = KLAVIYO;
    const source = { parameter: 'revision' };
    const answer = await ask(fake, { authorization }, 'GET /api/lists');
    expect(answer).toMatchObject(error(400, 'invalid', source));
    expect(await ask(fake, KLAVIYO, 'GET /api/flows')).toMatchObject(error(404, 'not_found'));
    const data = { type: 'profile', id, attributes: { nickname: 'x' } };
    expect(await ask(fake, KLAVIYO, `PATCH /api/profiles/${id}`, { data })).toMatchObject(
      error(400, 'invalid', { pointer: '/data/attributes/nickname' }),
    );
  });
});

describe('the fake of HubSpot', () => {
  it.each([
    ['GET /crm/lists/2026-09/1/memberships?limit=251', undefined],
    ['GET /crm/lists/2026-09/1/memberships?page=2', undefined],
    ['POST /crm/lists/2026-09/search', { listIds: [], processingTypes: [], offset: 0 }],
    ['POST /crm/objects/2026-09/contacts/batch/update', { inputs: [] }],
    ['POST /communication-preferences/2026-09/statuses/a@b.example/unsubscribe-all', undefined],
  ])('rejects %s', async (call, body) => {
    const answer = await ask(createFakeHubspot(), HUBSPOT, call, body);
    expect(answer).toMatchObject({ status: 400, body: { category: 'VALIDATION_ERROR' } });
  });

  it('tells expired from invalid tokens, and names the limit that was reached', async () => {
    const fake = createFakeHubspot();
    const details = (headers: Readonly<Record<string, string>>) =>
      ask(fake, headers, 'GET /account-info/2026-09/details');
    const rejected = (category: string) => ({ status: 401, body: { category } });
    expect(await details({})).toMatchObject(rejected('INVALID_AUTHENTICATION'));
    fake.faults.limited = 1;
    fake.account.policy = 'SECONDLY';
    const limit = { status: 429, body: { policyName: 'SECONDLY' } };
    expect(await details(HUBSPOT)).toMatchObject(limit);
    expect(await details(HUBSPOT)).toMatchObject({ status: 200 });
    fake.faults.expired = true;
    expect(await details(HUBSPOT)).toMatchObject(rejected('EXPIRED_AUTHENTICATION'));
  });
});
