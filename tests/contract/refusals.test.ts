import { describe, expect, it } from 'vitest';
import { AUTH_RULES } from '../../shared/contract/auth.ts';
import type { CallExample } from '../support/examples/example.ts';
import { examples } from '../support/examples/index.ts';
import { contract, type RouteName } from '../../shared/contract/index.ts';
import { acceptsInput } from '../../shared/contract/route.ts';
import { LANGUAGES } from '../../shared/model/account.ts';
import { newSourceIp } from '../support/account-harness.ts';
import type { ApiEventParts } from '../support/api-event.ts';
import { callHandler } from '../support/call.ts';
import { startFileTable } from '../support/file-table.ts';
import { createPerson } from '../support/people.ts';
import { routes } from '../support/routes.ts';
import { testContext } from '../support/test-context.ts';
import { errorBody, type ErrorCodeWithText, listFieldMessages } from '../support/wire.ts';

/** Error responses of every route in both languages; wire.test.ts tests some of them over HTTP. */

const table = await startFileTable();
const context = testContext(table);
const customer = await createPerson(context, { paid: true });
const admin = await createPerson(context, { admin: true });

const names = Object.keys(contract) as RouteName[];
const callerOf = (name: RouteName) => AUTH_RULES[contract[name].auth].caller;
const shown: Readonly<Record<string, CallExample>> = examples;

describe.each(LANGUAGES)('in %s', (language) => {
  const send = async (name: RouteName, parts: ApiEventParts) => {
    const { status, body } = await callHandler(context, routes[name], {
      params: { id: 'none', delivery: 'none' },
      sourceIp: newSourceIp(),
      ...parts,
      headers: { 'Accept-Language': language, ...parts.headers },
    });
    context.clock.advance(600_000);
    // Sensitive calls require that the user recently reauthenticated.
    await Promise.all(
      [customer, admin].map(({ sessionId }) =>
        context.sessions.recordProof(sessionId, context.clock.now()),
      ),
    );
    return { status, body };
  };
  const refused = (status: number, code: ErrorCodeWithText) => ({
    status,
    body: errorBody(language, code),
  });

  it.each(names.filter((name) => callerOf(name) !== 'nobody'))(
    '%s requires a session',
    async (name) => {
      const { body } = shown[name] ?? {};
      expect(await send(name, body === undefined ? {} : { body })).toEqual(
        refused(401, AUTH_RULES[contract[name].auth].keys ? 'wrong_api_key' : 'unauthenticated'),
      );
    },
  );

  it.each(names.filter((name) => acceptsInput(contract[name], 'body')))(
    '%s explains what is wrong with a body',
    async (name) => {
      const caller = callerOf(name) === 'admin' ? admin : customer;
      const own = callerOf(name) === 'nobody' ? {} : caller.headers;
      const sent = (body: string, type = 'application/json') =>
        send(name, { body, headers: { ...own, 'Content-Type': type } });
      const notJson = errorBody(language, 'malformed', 'error.not_json');
      expect(await sent('{"a"')).toEqual({ status: 400, body: notJson });
      expect(await sent('[]')).toEqual({ status: 400, body: notJson });
      expect(await sent('a=b', 'application/x-www-form-urlencoded')).toEqual(
        refused(415, 'unsupported_media_type'),
      );
      const { status, body } = await sent('{}');
      expect(status).toBe(422);
      const messages = Object.values(body.fields ?? {}).flat();
      expect(body).toEqual({
        ...errorBody(language, 'validation'),
        fields: body.fields,
        message: [...new Set(messages)],
      });
      const sentences = listFieldMessages(language);
      // A sentence that ends with a colon precedes the allowed values.
      const known = (each: string) =>
        sentences.has(each) || sentences.has(each.slice(0, each.indexOf(':') + 1));
      expect(messages.filter((each) => !known(each))).toEqual([]);
    },
  );

  it('a call with an API key gets the name of the invalid field in the message', async () => {
    const headers = { 'X-Api-Key': customer.apiKey ?? '' };
    const { body } = await send('renameFile', { body: {}, headers });
    expect(body.message).toEqual([expect.stringMatching(/^name\u00a0?: \S/)]);
  });
});
