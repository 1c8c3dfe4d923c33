import { normalizeAddress } from '../../packages/verifier/src/address/read-address.ts';
import type { z } from 'zod/mini';
import type { registrationRequest } from '../../shared/contract/account.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { rejectCommonPassword } from './reject-common-password.ts';
import { type OneTimeCodeDeps, sendCode, consumeCodeQuota } from './one-time-code.ts';
import { hashAddress } from './hashes.ts';
import { hashRegistrationPassword, deriveRegistrationSecret } from './registration-proof.ts';
import type { User } from '../access/adapters/user.ts';
import type { PendingRegistration } from './adapters/registrations.ts';
import { createMailMessage } from '../mail/create-mail-message.ts';
import type { AccountDeps } from './deps.ts';

type Deps = OneTimeCodeDeps &
  Pick<AccountDeps, 'accounts' | 'captcha' | 'passwords' | 'registrations'>;

const PARTNER_KEY = /^[\w-]{1,64}$/;

/** Notifies the owner by email, because the response must not reveal that the account exists. */
async function notifyOwner({ limits, mailQueue, clock, ids }: Deps, owner: User): Promise<void> {
  if (!(await limits.consume('already_registered', owner.id)).allowed) return;
  await mailQueue.send(
    createMailMessage(owner, `already-registered:${ids.ulid(clock.now())}`, {
      template: 'already_registered',
      params: {},
    }),
  );
}

async function storeAndSendCode(
  deps: Deps,
  registration: PendingRegistration,
  sourceIp: string,
): Promise<void> {
  const tries = await consumeCodeQuota(deps, { address: registration.address, sourceIp });
  if (tries === 0) return;
  await sendCode(deps, registration, tries, async (challenge, now) => {
    await deps.registrations.create(registration, challenge, now);
    return true;
  });
}

/**
 * Stores a registration and emails a one-time code that turns it into an account. The response
 * never reveals whether the address is taken; only the owner is notified, by email. Other
 * registrations of the address remain unaffected.
 * @returns in `registration`, a secret that proves that the caller made the registration
 * @throws {AppError} `validation` for a common password or an address that the engine does not
 *   accept; `captcha_required`
 */
export async function startRegistration(
  deps: Deps,
  form: z.output<typeof registrationRequest>,
  sourceIp: string,
): Promise<{ email: string; verified: boolean; registration: string }> {
  const { email } = form;
  const address = normalizeAddress(email);
  if (address === undefined)
    throw new AppError('validation', { fields: { email: ['field.email'] } });

  // 1. Validate before the captcha is used up or anything is sent.
  const { first_name: firstName, last_name: lastName } = form;
  rejectCommonPassword('password', form.password, { firstName, lastName, email });

  // 2. Use up the captcha, even if the registration fails later.
  if (!(await deps.captcha.redeem(form['g-recaptcha-response'])))
    throw new AppError('captcha_required');

  // 3. Hash the password before any lookup, so that both branches take the same time.
  const partnerKey = form.partner_key ?? '';
  const pending: PendingRegistration = {
    id: deps.ids.ulid(deps.clock.now()),
    address,
    email,
    firstName,
    lastName,
    language: form.language,
    passwordHash: await hashRegistrationPassword(deps, address, form.password),
    history: { issuedAt: [], total: 0 },
    ...(PARTNER_KEY.test(partnerKey) && { partnerKey }),
  };

  // 4. Block further codes for a minute, whether or not this one is sent.
  for (const subject of [pending.id, hashAddress(address)])
    await deps.limits.consume('code_pause', subject);

  // 5. Return a valid-looking secret even if the registration is not stored.
  const owner = await deps.accounts.findByEmail(email);
  if (owner) await notifyOwner(deps, owner);
  else await storeAndSendCode(deps, pending, sourceIp);
  return {
    email,
    verified: false,
    registration: await deriveRegistrationSecret(deps.secrets, pending),
  };
}
