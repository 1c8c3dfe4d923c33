import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { routes } from './routes.ts';
import type { RouteHandler } from '../../functions/access/serve-route.ts';
import type { Route } from '../../shared/contract/route.ts';
import type { ApiEventParts } from './api-event.ts';
import { type JsonResponse, callHandler } from './call.ts';
import { startTable, type TestTable } from './dynamo.ts';
import { solveCaptcha } from '../../localstack/captcha-solution.ts';
import { PERSON_PASSWORD, type Person, createPerson, type PersonTraits } from './people.ts';
import { type TestContext, testContext } from './test-context.ts';

let networks = 0;

/** Returns a new IP address for each call, so that no limit per IP address applies. */
export function newSourceIp(): string {
  networks += 1;
  return `198.51.${Math.floor(networks / 250)}.${networks % 250}`;
}

/**
 * Creates a harness that calls the account routes as the web app's forms do. The tests of a file
 * share one table, and each test gets a new context.
 */
export function createAccountHarness() {
  let table: TestTable;
  let context: TestContext;
  beforeAll(async () => {
    table = await startTable();
  });
  beforeEach(() => {
    context = testContext(table);
  });
  afterAll(() => table.stop());

  const stage = {
    table: () => table,
    context: () => context,

    call: (
      handler: RouteHandler<Route, TestContext>,
      parts?: ApiEventParts,
    ): Promise<JsonResponse> => callHandler(context, handler, parts),

    person: (traits?: PersonTraits): Promise<Person> => createPerson(context, traits),

    async solvedCaptcha(): Promise<string> {
      const { body } = await stage.call(routes.captcha, { sourceIp: newSourceIp() });
      return solveCaptcha(body.data);
    },

    signupForm: async (changes: Record<string, unknown> = {}) => ({
      first_name: 'Ada',
      last_name: 'Martin',
      // A different domain each time, because only a few accounts per domain get welcome credits.
      email: `ada@${Buffer.from(context.ids.token(6)).toString('hex')}.example`,
      password: PERSON_PASSWORD,
      confirm_password: PERSON_PASSWORD,
      agree_policy: true,
      language: 'fr',
      'g-recaptcha-response': await stage.solvedCaptcha(),
      ...changes,
    }),

    /** Signs up. Returns the address, the registration's secret and the emailed code. */
    async signUp(
      changes: Record<string, unknown> = {},
      sourceIp = newSourceIp(),
    ): Promise<{ email: string; registration: string; otp: string }> {
      const form = await stage.signupForm(changes);
      const before = stage.codes().length;
      const { status, body } = await stage.call(routes.register, { body: form, sourceIp });
      expect(status).toBe(200);
      const registration = String(body.data?.['registration']);
      return { email: form.email, registration, otp: stage.codes()[before] ?? 'none' };
    },

    /** Signs up, and returns the email address. */
    registered: async (changes: Record<string, unknown> = {}): Promise<string> =>
      (await stage.signUp(changes)).email,

    submitOtp: (email: string, otp: string, sourceIp = newSourceIp(), more = {}) =>
      stage.call(routes.verifyOtp, { body: { email, otp, ...more }, sourceIp }),

    resend: (email: string, headers = {}, more = {}, sourceIp = newSourceIp()) =>
      stage.call(routes.resendOtp, { body: { email, ...more }, headers, sourceIp }),

    logIn: (email: string, password = PERSON_PASSWORD, sourceIp = newSourceIp(), more = {}) =>
      stage.call(routes.login, { body: { email, password, ...more }, sourceIp }),

    /** Returns the one-time codes emailed so far, oldest first. */
    codes: (): string[] =>
      context.mails.flatMap(({ content }) =>
        content.template === 'otp' ? [content.params.code] : [],
      ),

    lastCode: (): string => stage.codes().at(-1) ?? 'none',
  };
  return stage;
}

export const differentCode = (code: string): string =>
  String((Number(code) + 1) % 10_000).padStart(4, '0');
