import { describe, expect, test } from 'vitest';
import { createFakeBrevo } from './brevo/fake-brevo.ts';
import type { FakeRequest } from './fake-service.ts';
import { createFakeMailchimp } from './mailchimp/fake-mailchimp.ts';
import { createFakeMailerlite } from './mailerlite/fake-mailerlite.ts';

const json = { 'content-type': 'application/json' };

/** A valid request, and the mistake that makes it invalid. */
type Case = readonly [mistake: string, status: number, request: Partial<FakeRequest>];

describe('Mailchimp', () => {
  const authorization = `Basic ${Buffer.from('any:0-us6').toString('base64')}`;
  const proper = {
    method: 'GET',
    host: 'us6.api.mailchimp.com',
    url: '/3.0/lists?count=1000&fields=lists.id',
    headers: { authorization },
    body: '',
  };
  const change = { method: 'PATCH', headers: { ...json, authorization } };

  test.each<Case>([
    ['another key', 401, { headers: { authorization: 'Basic OjAtdXM3' } }],
    ['no key', 401, { headers: {} }],
    ['an unknown path', 404, { url: '/3.0/list' }],
    ['another method', 405, { method: 'DELETE' }],
    ['a page that is too large', 400, { url: '/3.0/lists?count=1001' }],
    ['an unknown parameter', 400, { url: '/3.0/lists?limit=10' }],
    ['a body', 400, { body: '{}' }],
    ['an unknown list', 404, { url: '/3.0/lists/x/members' }],
    [
      'a new address',
      400,
      { ...change, url: '/3.0/lists/x/members/y', body: '{"email_address":""}' },
    ],
    ['a body that is not JSON', 400, { ...change, url: '/3.0/lists/x/members/y', body: '{' }],
  ])('refuses a request with %s', async (_mistake, status, request) => {
    const fake = createFakeMailchimp({ key: '0-us6' });
    expect(await fake.respond(proper)).toMatchObject({ status: 200 });
    const response = await fake.respond({ ...proper, ...request });
    expect(response).toMatchObject({ status, body: { status, title: expect.any(String) } });
    expect(response.headers?.['content-type']).toContain('application/problem+json');
  });

  test('resubscribes nobody, and accepts no more than ten calls at the same time', async () => {
    const { account, faults, respond } = createFakeMailchimp({ key: '0-us6' });
    const list = account.addList(0);
    const { id } = account.addMember(list, 'gone@example.com', 'unsubscribed');
    const url = `/3.0/lists/${list.id}/members/${id}`;
    const resubscribe = { ...proper, ...change, url, body: '{"status":"subscribed"}' };
    expect(await respond(resubscribe)).toMatchObject({
      body: { title: 'Member In Compliance State' },
    });
    faults.delayMs = 5;
    const responses = await Promise.all(Array.from({ length: 12 }, async () => respond(proper)));
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(2);
  });
});

describe('Brevo', () => {
  const headers = { 'api-key': 'xkeysib-fake' };
  const proper = { method: 'GET', host: 'api.brevo.com', url: '/v3/contacts', headers, body: '' };
  const twentyOne = Array.from({ length: 21 }, () => 'ids=1').join('&');
  const batch = { method: 'POST', url: '/v3/contacts/batch', headers: { ...json, ...headers } };

  test.each<Case>([
    ['another key', 401, { headers: { 'api-key': 'other' } }],
    ['an unknown path', 404, { url: '/v3/contact' }],
    ['another method', 405, { method: 'PATCH' }],
    ['a page that is too large', 400, { url: '/v3/contacts?limit=1001' }],
    ['too many ids', 400, { url: `/v3/contacts?${twentyOne}` }],
    ['an unknown list', 404, { url: '/v3/contacts?listIds=1' }],
    ['an unknown contact', 400, { ...batch, body: '{"contacts":[{"id":1,"listIds":[]}]}' }],
    ['a new address', 400, { ...batch, body: '{"contacts":[{"id":1,"email":"a@example.com"}]}' }],
    ['another content type', 400, { ...batch, headers, body: '{"contacts":[]}' }],
  ])('refuses a request with %s', async (_mistake, status, request) => {
    const { respond } = createFakeBrevo();
    expect(await respond(proper)).toMatchObject({ status: 200 });
    expect(await respond({ ...proper, ...request })).toMatchObject({
      status,
      body: { code: expect.any(String), message: expect.any(String) },
    });
  });

  test('limits contacts by the second and all else by the hour', async () => {
    const { respond } = createFakeBrevo({ now: () => 500 });
    const answers = async (url: string, calls: number) => {
      const responses = [];
      for (let index = 0; index < calls; index += 1)
        responses.push(await respond({ ...proper, url }));
      return responses;
    };
    const reset = (seconds: string) => ({
      status: 429,
      headers: { 'x-sib-ratelimit-reset': seconds },
    });
    const contacts = await answers('/v3/contacts', 11);
    expect(contacts.map(({ status }) => status).indexOf(429)).toBe(10);
    expect(contacts[10]).toMatchObject(reset('1'));
    const others = await answers('/v3/account', 101);
    expect(others.map(({ status }) => status).indexOf(429)).toBe(100);
    expect(others[100]).toMatchObject(reset('3600'));
  });
});

describe('MailerLite', () => {
  const headers = { authorization: 'Bearer mailerlite-fake' };
  const proper = {
    method: 'GET',
    host: 'connect.mailerlite.com',
    url: '/api/subscribers',
    headers,
    body: '',
  };
  const batch = { method: 'POST', url: '/api/batch', headers: { ...json, ...headers } };
  const bodyOf = (requests: readonly object[]) => JSON.stringify({ requests });
  const fields = { method: 'GET', path: 'api/fields' };

  test.each<Case>([
    ['another key', 401, { headers: { authorization: 'Bearer other' } }],
    ['an unknown path', 404, { url: '/api/subscriber' }],
    ['another method', 405, { method: 'PATCH' }],
    ['a page that is too large', 422, { url: '/api/groups/1/subscribers?limit=1001' }],
    ['a cursor of its own', 422, { url: '/api/subscribers?cursor=MTI' }],
    ['an unknown status', 422, { url: '/api/subscribers?filter[status]=subscribed' }],
    ['an unknown group', 404, { url: '/api/groups/1/subscribers' }],
    ['a group without a name', 422, { ...batch, url: '/api/groups', body: '{}' }],
    ['51 requests', 422, { ...batch, body: bodyOf(Array.from({ length: 51 }, () => fields)) }],
    ['a batch with a slash', 422, { ...batch, body: bodyOf([{ ...fields, path: '/api/fields' }]) }],
  ])('refuses a request with %s', async (_mistake, status, request) => {
    const { respond } = createFakeMailerlite();
    expect(await respond(proper)).toMatchObject({ status: 200 });
    const body = { message: expect.any(String) };
    expect(await respond({ ...proper, ...request })).toMatchObject({ status, body });
  });

  test('answers each request of a batch, in their order, and counts them as one', async () => {
    const { respond } = createFakeMailerlite({ subscribers: 1, now: () => 500 });
    const unknown = { method: 'GET', path: 'api/subscribers/1' };
    const request = { ...proper, ...batch, body: bodyOf([unknown, fields]) };
    const responses = [];
    for (let index = 0; index < 121; index += 1) responses.push(await respond(request));
    expect(responses[0]?.body).toMatchObject({
      total: 2,
      successful: 1,
      failed: 1,
      responses: [{ code: 404 }, { code: 200, body: { data: [{ key: 'name' }, {}] } }],
    });
    expect(responses.map(({ status }) => status).indexOf(429)).toBe(120);
    expect(responses[120]?.headers).toMatchObject({ 'retry-after': '60' });
  });

  test('reactivates nobody, and replaces groups only if they are listed', async () => {
    const { account, respond } = createFakeMailerlite({ subscribers: 1 });
    const [subscriber] = account.subscribers.values();
    const url = `/api/subscribers/${subscriber?.id}`;
    const change = (body: object) =>
      respond({ ...proper, ...batch, method: 'PUT', url, body: JSON.stringify(body) });
    expect(await change({ status: 'unsubscribed' })).toMatchObject({ status: 200 });
    expect(await change({ status: 'active' })).toMatchObject({ status: 422 });
    expect(subscriber?.groups.size).toBe(1);
    expect(await change({ groups: [] })).toMatchObject({ status: 200 });
    expect(subscriber?.groups.size).toBe(0);
  });
});
