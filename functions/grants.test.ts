import { expect, it } from 'vitest';
import { AUTH_RULES } from '../shared/contract/auth.ts';
import { contract, type RouteName } from '../shared/contract/index.ts';
import type { Route } from '../shared/contract/route.ts';
import { newSourceIp } from '../tests/support/account-harness.ts';
import { createApiEvent } from '../tests/support/api-event.ts';
import { startFileTable } from '../tests/support/file-table.ts';
import { invoke, takeMissingGrants } from '../tests/support/invoke.ts';
import { type Person, createPerson } from '../tests/support/people.ts';
import { routes } from '../tests/support/routes.ts';
import { testContext } from '../tests/support/test-context.ts';

/**
 * These tests check that the grants of each function allow the calls that it makes for every
 * request.
 */

const NONE = { id: 'none', delivery: 'none' };

const table = await startFileTable();
const context = testContext(table);

function credentials(
  { auth }: Route,
  { apiKey, headers }: Person,
): Readonly<Record<string, string>> {
  const { caller, keys } = AUTH_RULES[auth];
  if (caller === 'nobody') return {};
  return keys ? { 'x-api-key': apiKey ?? '' } : headers;
}

it.each(Object.keys(contract) as RouteName[])(
  '%s authenticates and rate-limits its callers within its grants',
  async (name) => {
    const { route } = routes[name];
    // Key use is recorded at most once an hour, so only a new key causes the write on each route.
    const caller = await createPerson(context, { paid: true, admin: route.auth === 'admin' });
    const headers = credentials(route, caller);
    const event = createApiEvent(route, {
      headers,
      body: {},
      params: NONE,
      sourceIp: newSourceIp(),
    });
    const { statusCode } = await invoke(routes[name], context, event);
    expect(statusCode).toBeLessThan(500);
    expect(takeMissingGrants()).toEqual([]);
  },
);
