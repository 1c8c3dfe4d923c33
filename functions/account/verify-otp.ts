import { normalizeAddress } from '../../packages/verifier/src/address/read-address.ts';
import type { accountRoutes } from '../../shared/contract/account.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { BodyOf } from '../../shared/contract/route.ts';
import { networkOf } from '../access/limits/network-of.ts';
import { isMatchingCode } from './one-time-code.ts';
import { createWithWelcomeCredits } from './welcome-gift.ts';
import { type OpenedSession, openSession, type OpenSessionDeps } from '../access/open-session.ts';
import {
  hashRegistrationPassword,
  verifyRegistrationSecret,
  findByPasswordHash,
} from './registration-proof.ts';
import { type CodeRequester, MAX_OTP_TRIES } from './rules/otp.ts';
import type { OtpChallenge, PendingRegistration } from './adapters/registrations.ts';
import type { AccountDeps } from './deps.ts';

type Deps = OpenSessionDeps &
  Pick<
    AccountDeps,
    | 'closedAccounts'
    | 'figures'
    | 'ledger'
    | 'limits'
    | 'log'
    | 'passwords'
    | 'publicDns'
    | 'registrations'
  >;

type Proof = BodyOf<(typeof accountRoutes)['verifyOtp']> & {
  readonly sourceIp: string;
  /** Browser and network, from `originOf`. */
  readonly from?: string;
};

async function challengeOf(
  { secrets }: Deps,
  { id }: PendingRegistration,
  challenges: readonly (OtpChallenge | undefined)[],
  otp: string,
): Promise<OtpChallenge | undefined> {
  for (const challenge of challenges)
    if (challenge && (await isMatchingCode(secrets, id, challenge, otp))) return challenge;
  return undefined;
}

/**
 * Whether the code belongs to one of several registrations, for a caller without a secret. Compares
 * only the first code that such a caller tries for each challenge. Also uses up one of the owner's
 * tries, so that the comparison grants no additional guesses.
 */
async function isCodeOfAny(
  deps: Deps,
  live: readonly PendingRegistration[],
  otp: string,
): Promise<boolean> {
  const { clock, registrations } = deps;
  const found = await Promise.all(
    live.map(async (each) => {
      const first = await registrations.takeTry(each, 'anybody', clock.now(), MAX_OTP_TRIES);
      const ownerChallenge = first && (await registrations.takeTry(each, 'owner', clock.now()));
      return challengeOf(deps, each, [first, ownerChallenge], otp);
    }),
  );
  return found.some((challenge) => challenge !== undefined);
}

/**
 * Returns the registration that a code is for: the one whose secret is given, or the one with the
 * given password, or the only one. With several registrations, a code is not sufficient, because
 * the owner of the mailbox could then confirm a stranger's registration.
 * @throws {AppError} `registration_required` if the code belongs to one of several registrations
 */
async function findRegistration(
  deps: Deps,
  address: string,
  { otp, registration, password }: Proof,
): Promise<PendingRegistration | undefined> {
  const { registrations, secrets } = deps;
  if (registration !== undefined) {
    const id = await verifyRegistrationSecret(secrets, address, registration);
    return id === undefined ? undefined : registrations.find(address, id);
  }
  const live = await registrations.list(address);
  if (password !== undefined)
    return findByPasswordHash(live, await hashRegistrationPassword(deps, address, password));
  if (live.length > 1 && (await isCodeOfAny(deps, live, otp)))
    throw new AppError('registration_required');
  return live.length === 1 ? live[0] : undefined;
}

/**
 * Verifies an address with the one-time code of a registration, turns the registration into an
 * account and logs in. Requires a registration with a live code: for an existing account, guessing
 * four digits must not replace the password.
 * @throws {AppError} `wrong_code` for any mismatch; `registration_required`
 */
export async function completeRegistration(deps: Deps, proof: Proof): Promise<OpenedSession> {
  const { accounts, registrations } = deps;

  // 1. Use up a try before comparing the code, so that concurrent guesses count. A caller with the
  // secret or the password has separate tries and may use either code.
  const address = normalizeAddress(proof.email) ?? proof.email;
  const pending = await findRegistration(deps, address, proof);
  const hasProof = proof.registration !== undefined || proof.password !== undefined;
  const requesters: readonly CodeRequester[] = hasProof ? ['owner', 'anybody'] : ['anybody'];
  const take = (requester: CodeRequester) =>
    pending && registrations.takeTry(pending, requester, deps.clock.now());
  const challenge =
    pending &&
    (await challengeOf(deps, pending, await Promise.all(requesters.map(take)), proof.otp));
  if (!challenge) throw new AppError('wrong_code', { account: pending?.id });

  // 2. Write account, credits and used code together, so that only one of several concurrent calls
  // succeeds.
  const { id, address: _, history: __, ...registration } = pending;
  const { user, writes } = accounts.draft(id, registration);
  const opening = [
    ...writes,
    registrations.deleteRegistration(pending, challenge.id),
    ...deps.figures.writes(deps.clock.now(), id, { signups: 1 }),
  ];
  const outcome = await createWithWelcomeCredits(deps, { id, address }, opening);
  if (outcome !== 'applied') throw new AppError('wrong_code', { account: id });

  // 3. Delete the other registrations. Even if this call stops here, none of them can succeed.
  await registrations.deleteAll(address);
  // The code is right: refund the call, which the limit counted before the body was parsed.
  await deps.limits.refund('otp_ip', networkOf(proof.sourceIp));
  return openSession(deps, user, { from: proof.from, refusal: 'wrong_code' });
}
