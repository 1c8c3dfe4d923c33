import { TOTP } from 'otpauth';
import { z } from 'zod';
import type { RouteName } from '../../shared/contract/index.ts';
import type { WireCall, WireResponse } from './wire.ts';

/** Routes for second factors. Each call depends on the previous one. */
export const SECOND_FACTOR_ROUTES: readonly RouteName[] = [
  'getSecurity',
  'startFactor',
  'addFactor',
  'completeLogin',
  'reauthenticate',
  'cancelFactorReset',
  'resetFactors',
  'endAccess',
  'removeFactor',
];

type ExpectOk = (name: RouteName, given?: WireCall) => Promise<Readonly<Record<string, unknown>>>;

const setup = z.object({ challenge: z.string(), secret: z.string() });
const added = z.object({ recovery_codes: z.array(z.string()) });
const refusal = z.object({ code: z.literal('second_factor_required'), challenge: z.string() });

/**
 * Adds an authenticator app, uses recovery codes for a login and a reauthentication, replaces the
 * recovery codes, cancels requested resets in both ways, revokes other sessions, and removes the
 * app.
 * @param logIn logs in with the password, which is not sufficient
 * @param requestReset calls `resetFactors`, and returns the signature in the email
 */
export async function exerciseSecondFactorRoutes(
  expectOk: ExpectOk,
  headers: Readonly<Record<string, string>>,
  logIn: () => Promise<WireResponse>,
  requestReset: () => Promise<string>,
): Promise<void> {
  const start = async () => setup.parse(await expectOk('startFactor', { headers }));
  const { challenge, secret } = await start();
  const code = new TOTP({ secret }).generate();
  const body = { method: 'totp', challenge, secret, code };
  const { recovery_codes } = added.parse(await expectOk('addFactor', { headers, body }));
  const [first, second] = recovery_codes.map((each) => ({ method: 'recovery_code', code: each }));
  const needed = refusal.parse((await logIn()).body);
  await expectOk('completeLogin', { body: { challenge: needed.challenge, proof: first } });
  const { challenge: next } = await start();
  await expectOk('reauthenticate', { headers, body: { challenge: next, proof: second } });
  await expectOk('addFactor', { headers, body: { method: 'recovery_codes' } });
  await expectOk('getSecurity', { headers });
  await expectOk('removeFactor', { headers, params: { id: 'unsaved_codes' } });
  await expectOk('cancelFactorReset', { body: { t: await requestReset() } });
  await requestReset();
  await expectOk('removeFactor', { headers, params: { id: 'reset_at' } });
  await expectOk('endAccess', {
    headers,
    body: { since: new Date().toISOString(), reset_keys: false },
  });
  await expectOk('removeFactor', { headers, params: { id: 'totp' } });
}
