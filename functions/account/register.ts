import type { z } from 'zod/mini';
import type { registration } from '../../shared/contract/account.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { PRODUCT_NAME } from '../../shared/model/product.ts';
import { isCommonPassword } from './rules/common-password.ts';
import { sendCode } from './one-time-code.ts';
import type { Accounts, Captcha, Otps, Passwords, Registration, User } from './ports.ts';
import type { Limits } from '../platform/limits/limits.ts';
import type { MailQueue } from '../mail/ports.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import type { Clock, Ids } from '../platform/clock.ts';

interface Deps {
  accounts: Accounts;
  captcha: Captcha;
  limits: Limits;
  otps: Otps;
  passwords: Passwords;
  mailQueue: MailQueue;
  secrets: Secrets;
  clock: Clock;
  ids: Ids;
}

export type SignupForm = z.output<typeof registration>;

const ROUNDS = 3;
const PARTNER_KEY = /^[\w-]{1,64}$/;

/** The owner of a verified address learns by mail what the caller must not. */
async function tellOwner({ limits, mailQueue, clock, ids }: Deps, owner: User): Promise<void> {
  if (!(await limits.consume('already_registered', owner.id)).allowed) return;
  await mailQueue.send({
    kind: 'mail',
    v: 1,
    id: `already-registered:${ids.ulid(clock.now())}`,
    to: owner.email,
    firstName: owner.firstName,
    language: owner.language,
    content: { template: 'already_registered', params: {} },
  });
}

/**
 * Creates an account and mails a one-time code. The answer never says whether the address is
 * taken: a verified owner is told by mail, an unverified registration is replaced. Throws
 * `validation` for a common password and `captcha_required`.
 */
export async function register(
  deps: Deps,
  form: SignupForm,
): Promise<{ email: string; verified: boolean }> {
  // 1. A password everybody would guess protects nothing.
  const context = [
    PRODUCT_NAME,
    form.first_name,
    form.last_name,
    form.email.split('@', 1)[0] ?? '',
  ];
  if (isCommonPassword(form.password, context))
    throw new AppError('validation', { fields: { password: ['field.common_password'] } });

  // 2. The captcha is used up whatever comes of the rest.
  if (!(await deps.captcha.redeem(form['g-recaptcha-response'])))
    throw new AppError('captcha_required');

  // 3. Hashed before anything is looked up, so that both branches take the same time.
  const partnerKey = form.partner_key ?? '';
  const given: Registration = {
    email: form.email,
    firstName: form.first_name,
    lastName: form.last_name,
    language: form.language,
    passwordHash: await deps.passwords.hash(form.password),
    ...(PARTNER_KEY.test(partnerKey) && { partnerKey }),
  };

  // 4. Whoever registers at the same moment makes this one look again.
  const answer = { email: form.email, verified: false };
  for (let round = 0; round < ROUNDS; round += 1) {
    const existing = await deps.accounts.findByEmail(form.email);
    if (existing?.verified) {
      await tellOwner(deps, existing);
      return answer;
    }
    const user = existing
      ? await deps.accounts.reregister(existing, given)
      : await deps.accounts.create(deps.ids.ulid(deps.clock.now()), given);
    if (!user) continue;
    await sendCode(deps, user, { paced: true });
    return answer;
  }
  throw new Error('an address was registered over and over at the same moment');
}
