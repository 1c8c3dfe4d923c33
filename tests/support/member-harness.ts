import { beforeEach } from 'vitest';
import * as z from 'zod/mini';
import type { RouteName } from '../../shared/contract/index.ts';
import { DAY_MS } from '../../shared/model/duration.ts';
import { newSourceIp } from './account-harness.ts';
import { createApiEvent } from './api-event.ts';
import { callHandler } from './call.ts';
import type { TestTable } from './dynamo.ts';

import { invoke } from './invoke.ts';
import { createPerson, type Person } from './people.ts';
import { routes } from './routes.ts';
import { testContext } from './test-context.ts';

type Headers = Readonly<Record<string, string>>;

const LOGIN = {
  first_name: 'Grace',
  last_name: 'Bernard',
  password: 'a long sieve 7',
  language: 'fr',
} as const;

/** Provides each test with a paid account, its owner, and a stranger with an account. */
export function createMemberHarness(
  table: TestTable,
  settings: Readonly<Record<string, string>> = {},
) {
  const context = testContext(table, {}, settings);
  let owner: Person;
  let stranger: Person;
  let guests = 0;
  beforeEach(async () => {
    // Long enough for every rate limit used by an earlier test to recover.
    context.clock.advance(8 * DAY_MS);
    owner = await createPerson(context, { paid: true });
    stranger = await createPerson(context, { paid: true });
  });

  async function call(name: RouteName, headers: Headers, parts: object = {}) {
    context.clock.advance(1000);
    return callHandler(context, routes[name], { headers, sourceIp: newSourceIp(), ...parts });
  }

  /** Returns the body of a response and, as `code`, its error code or 200. */
  async function answerOf(name: RouteName, headers: Headers, parts: object = {}) {
    context.clock.advance(1000);
    const given = { headers, sourceIp: newSourceIp(), ...parts };
    const event = createApiEvent(routes[name].route, given);
    const { statusCode, body } = await invoke(routes[name], context, event);
    const schema = z.looseObject({ code: z.optional(z.string()) });
    const { code = statusCode, ...rest } = schema.parse(JSON.parse(body));
    return { code, ...rest };
  }

  return {
    context,
    call,
    owner: () => owner,
    stranger: () => stranger,
    newAddress: () => `guest-${(guests += 1)}@guests.example`,

    /** Returns the error code, or 200. */
    async codeOf(name: RouteName, headers: Headers, parts: object = {}) {
      return (await answerOf(name, headers, parts)).code;
    },
    answerOf,

    /** Returns the addresses and roles of the members. */
    async rolesOf() {
      const account = await context.accounts.get(owner.user.id);
      return account?.members?.map(({ email, role }) => [email, role]);
    },

    invite: (email: string, role = 'member', headers = owner.headers) =>
      call('inviteMember', headers, { body: { email, role } }),

    /** Returns the link of the last invitation that was sent. */
    lastLink() {
      const mail = context.mails.findLast(({ content }) => content.template === 'invitation');
      const { path } = z.object({ path: z.string() }).parse(mail?.content.params);
      const query = new URL(path, 'https://app.test').searchParams;
      return { id: query.get('id') ?? '', t: query.get('t') ?? '' };
    },

    join: (link: { readonly id: string; readonly t: string }) =>
      call('joinAccount', {}, { body: { ...link, ...LOGIN } }),
  };
}
