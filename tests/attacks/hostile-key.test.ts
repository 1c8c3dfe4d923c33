import { expect, it } from 'vitest';
import { HOUR_MS } from '../../shared/model/duration.ts';
import { type Scope, SCOPES } from '../../shared/contract/auth.ts';
import { contract } from '../../shared/contract/index.ts';
import { API_RATE_LIMITS } from '../../shared/contract/limits/limits.ts';
import { EVENT_TYPES } from '../../shared/model/webhook.ts';
import { createAccountHarness } from '../support/account-harness.ts';
import { invoke } from '../support/invoke.ts';
import { createApiEvent } from '../support/api-event.ts';
import type { Person } from '../support/people.ts';
import { routes } from '../support/routes.ts';

/** Abuse of an API key that a program got for a different purpose. */

const { call, context, person } = createAccountHarness();
const URL = 'https://eve.test/';

async function stolenKey(owner: Person, ...scopes: Scope[]) {
  const made = await context().namedKeys.create(owner.user.id, { name: 'Job', scopes });
  if (typeof made === 'string') throw new Error(made);
  return { 'X-Api-Key': made.key };
}

it('a key without the scope `webhooks` cannot create, change, test or delete endpoints', async () => {
  const owner = await person({ paid: true });
  const body = { url: 'https://hooks.customer.test/', events: EVENT_TYPES };
  const made = await call(routes.createEndpoint, { headers: owner.headers, body });
  const id = String(made.body.data?.['id']);
  const before = await context().endpoints.list(owner.user.id);
  const headers = await stolenKey(owner, ...SCOPES.filter((scope) => scope !== 'webhooks'));
  for (const [name, given] of [
    ['createEndpoint', { url: URL, events: ['list.finished'] }],
    ['updateEndpoint', { url: URL }],
    ['rotateSecret', undefined],
    ['sendTestEvent', undefined],
    ['sendAgain', undefined],
    ['deleteEndpoint', undefined],
  ] as const) {
    const params = { id, delivery: 'any' };
    const { status, body: reply } = await call(routes[name], {
      headers,
      params,
      ...(given && { body: given }),
    });
    expect([name, status, reply]).toMatchObject([
      name,
      403,
      { code: 'key_scope', scope: 'webhooks' },
    ]);
  }
  const listing = createApiEvent(contract.listEndpoints, { headers });
  const listed = await invoke(routes.listEndpoints, context(), listing);
  expect(JSON.parse(listed.body)).toEqual({ data: [] });
  for (const name of ['listDeliveries', 'getDelivery'] as const) {
    const params = { id, delivery: 'any' };
    expect((await call(routes[name], { headers, params })).body.code).toBe('not_found');
  }
  expect(await context().endpoints.list(owner.user.id)).toEqual(before);
});

it('a key with the scope can change URLs sixty times an hour, and the owner is notified of each', async () => {
  const owner = await person({ paid: true });
  const headers = await stolenKey(owner, 'webhooks', 'check');
  const { status, body } = await call(routes.createEndpoint, {
    headers,
    body: { url: URL, events: ['check.answered'] },
  });
  expect(status).toBe(200);
  const params = { id: String(body.data?.['id']) };
  const codes = [];
  for (let change = 0; change < 100; change += 1) {
    context().clock.advance(1000);
    const moved = { headers, params, body: { url: `${URL}${change}` } };
    codes.push((await call(routes.updateEndpoint, moved)).body.code ?? 'changed');
  }
  const changed = codes.filter((code) => code === 'changed').length;
  // The hourly limit, and the calls that it regains within the hundred seconds.
  const most =
    API_RATE_LIMITS.endpoint_user.calls +
    Math.ceil((100_000 / HOUR_MS) * API_RATE_LIMITS.endpoint_user.calls);
  expect(changed).toBeGreaterThan(0);
  expect(changed).toBeLessThanOrEqual(most);
  expect(new Set(codes)).toEqual(new Set(['changed', 'too_many_requests']));
  const changes = await context().accessChanges.list(owner.user.id);
  expect(changes.map(({ what }) => what)).toEqual(['added', ...Array(changed).fill('changed')]);
});

it('the test key of a free account can send sixty test events an hour', async () => {
  const headers = { 'X-Api-Key': (await person()).testKey ?? '' };
  const body = { url: URL, events: ['check.answered'] };
  const made = await call(routes.createEndpoint, { headers, body });
  const params = { id: String(made.body.data?.['id']) };
  const codes = [];
  for (let second = 0; second < 100; second += 1) {
    context().clock.advance(1000);
    codes.push((await call(routes.sendTestEvent, { headers, params })).body.code ?? 'made');
  }
  // Creating the endpoint also counted toward the limit, but the limit regains a call per minute.
  expect(codes.filter((code) => code === 'made')).toHaveLength(API_RATE_LIMITS.endpoint_user.calls);
  expect(new Set(codes)).toEqual(new Set(['made', 'too_many_requests']));
});
