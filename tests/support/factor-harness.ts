import { TOTP } from 'otpauth';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { MINUTE_MS } from '../../shared/model/duration.ts';
import { createAccountHarness, newSourceIp } from './account-harness.ts';
import { createAuthenticator } from './authenticator.ts';
import { PERSON_PASSWORD, type Person } from './people.ts';
import { routes } from './routes.ts';

const challengeOf = z.object({ challenge: z.string() });
const setup = z.object({ challenge: z.string(), secret: z.string() });
const added = z.object({ recovery_codes: z.array(z.string()) });
const session = z.object({ token: z.string(), csrf_token: z.string() });

export const parseChallenge = (data: unknown): string => z.parse(challengeOf, data).challenge;

/** Returns the headers for calls in the session that a login has opened. */
export function parseSessionHeaders({ data }: { readonly data?: unknown }) {
  const { token, csrf_token } = z.parse(session, data);
  return { Authorization: `Bearer ${token}`, 'X-CSRF-Token': csrf_token };
}

/** Extends the account harness with the actions of users who have second factors. */
export function createFactorHarness() {
  const stage = createAccountHarness();
  const { call, context } = stage;

  const factors = {
    origin: () => context().env.PUBLIC_ORIGIN,

    codeOf: (secret: string): string =>
      new TOTP({ secret }).generate({ timestamp: context().clock.now() }),

    logIn: ({ user }: Pick<Person, 'user'>, password = PERSON_PASSWORD, sourceIp = newSourceIp()) =>
      call(routes.login, { body: { email: user.email, password }, sourceIp }),

    complete: (challenge: string, proof: object, sourceIp = newSourceIp(), headers = {}) =>
      call(routes.completeLogin, { body: { challenge, proof }, sourceIp, headers }),

    passkeyChallenge: async () =>
      parseChallenge((await call(routes.startPasskeyLogin, { sourceIp: newSourceIp() })).body.data),

    startFactor: async ({ headers }: Pick<Person, 'headers'>) =>
      z.parse(setup, (await call(routes.startFactor, { headers })).body.data),

    /** Adds an authenticator app, and advances a minute, so that the next code is a new one. */
    async addTotp(someone: Pick<Person, 'headers'>) {
      const { challenge, secret } = await factors.startFactor(someone);
      const body = { method: 'totp', challenge, secret, code: factors.codeOf(secret) };
      const { body: answer } = await call(routes.addFactor, { headers: someone.headers, body });
      context().clock.advance(MINUTE_MS);
      return { secret, codes: z.parse(added, answer.data).recovery_codes };
    },

    async addPasskey(someone: Pick<Person, 'headers' | 'user'>, name = 'Laptop') {
      const authenticator = createAuthenticator(someone.user.id);
      const { challenge } = await factors.startFactor(someone);
      const credential = authenticator.create({ challenge, origin: factors.origin() });
      const body = { method: 'passkey', challenge, name, credential };
      const { status } = await call(routes.addFactor, { headers: someone.headers, body });
      expect(status).toBe(200);
      return {
        ...authenticator,
        /** Creates a proof by signing the challenge with the passkey. */
        prove: (asked: string) => ({
          method: 'passkey',
          credential: authenticator.get({ challenge: asked, origin: factors.origin() }),
        }),
      };
    },
  };
  return { ...stage, ...factors };
}
