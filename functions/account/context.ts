import { accounts } from '../access/context.ts';
import { clock, db, dbForTable, env, ids, secrets } from '../platform/context.ts';
import { createDnsLookup, type DnsLookup } from '../platform/dns-lookup.ts';
import { createUsedCaptchas } from './adapters/used-captchas.ts';
import { createCaptcha } from './adapters/captcha.ts';
import { createClosedAccountStore } from './adapters/closed-accounts.ts';
import { createPasswordResets } from './adapters/password-resets.ts';
import { createPasswords } from './adapters/passwords.ts';
import { createRegistrations } from './adapters/registrations.ts';
import type { Get } from '../platform/container.ts';

export const captcha = (get: Get) =>
  createCaptcha(get(secrets), createUsedCaptchas(get(db)), get(clock));
/**
 * Creates the captcha of customers' forms. It takes less work, because visitors wait at most two
 * seconds, and has a separate signing key, so that its solutions are valid only for forms.
 */
export const formCaptcha = (get: Get) =>
  createCaptcha(
    get(secrets),
    createUsedCaptchas(get(db)),
    get(clock),
    { cost: 2_000, from: 200, to: 600 },
    'form',
  );
export const closedAccounts = (get: Get) =>
  createClosedAccountStore(get(db), get(clock), get(accounts));
/** Used after a restore, to read the closed accounts from another table. */
export const closedAccountsIn = (get: Get) => (table: string) =>
  createClosedAccountStore(get(dbForTable)(table), get(clock), get(accounts));
/** Resolver with short timeouts for the domains of new accounts, whose owners are waiting. */
export const publicDns = (get: Get): Pick<DnsLookup, 'exchanges'> =>
  createDnsLookup(get(env).PUBLIC_DNS_SERVERS, 1000);
export const passwordResets = (get: Get) => createPasswordResets(get(db), get(accounts));
export const passwords = (get: Get) => createPasswords(get(ids));
export const registrations = (get: Get) => createRegistrations(get(db));
