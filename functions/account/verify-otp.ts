import { normalAddress } from '../../packages/verifier/src/address/read-address.ts';
import type { accountRoutes } from '../../shared/contract/account.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { BodyOf } from '../../shared/contract/route.ts';
import { WELCOME_CREDITS } from '../../shared/model/credits.ts';
import { networkOf } from '../access/limits/network-of.ts';
import { formerAddressHmacs } from './hashes.ts';
import { isCode } from './one-time-code.ts';
import { type OpenedSession, openSession, type OpenSessionDeps } from '../access/open-session.ts';
import { registrationHash, registrationShown, withPassword } from './registration-proof.ts';
import { type Asker, OTP_TRIES } from './rules/otp.ts';
import type { OtpChallenge, PendingRegistration } from './adapters/registrations.ts';
import type { LedgerOutcome } from '../credits/adapters/ledger.ts';
import type { TransactionStep } from '../platform/dynamo/db.ts';
import type { AccountDeps } from './deps.ts';

type Deps = OpenSessionDeps &
  Pick<
    AccountDeps,
    'closedAccounts' | 'figures' | 'ledger' | 'limits' | 'passwords' | 'registrations'
  >;

type Proof = BodyOf<(typeof accountRoutes)['verifyOtp']> & { readonly sourceIp: string };

/** Of the challenges of a registration, the one that this is the code of. */
async function challengeOf(
  { secrets }: Deps,
  { id }: PendingRegistration,
  challenges: readonly (OtpChallenge | undefined)[],
  otp: string,
): Promise<OtpChallenge | undefined> {
  for (const challenge of challenges)
    if (challenge && (await isCode(secrets, id, challenge, otp))) return challenge;
  return undefined;
}

/**
 * Whether this is the code of one of several registrations, told to who shows nothing at the first
 * try of each code alone. It takes a try of the owner as well, so that nobody has more guesses.
 */
async function isCodeOfOne(
  deps: Deps,
  alive: readonly PendingRegistration[],
  otp: string,
): Promise<boolean> {
  const { clock, registrations } = deps;
  const found = await Promise.all(
    alive.map(async (each) => {
      const first = await registrations.takeTry(each, 'anybody', clock.now(), OTP_TRIES);
      const own = first && (await registrations.takeTry(each, 'owner', clock.now()));
      return challengeOf(deps, each, [first, own], otp);
    }),
  );
  return found.some((challenge) => challenge !== undefined);
}

/**
 * The registration a code is for: the one whose secret is shown, else the one with the password,
 * else the only one. Where there are several, a code alone would let the owner of the mailbox
 * confirm a stranger's.
 * @throws {AppError} `registration_required` where there are several and it is the code of one
 */
async function chosen(
  deps: Deps,
  address: string,
  { otp, registration, password }: Proof,
): Promise<PendingRegistration | undefined> {
  const { registrations, secrets } = deps;
  if (registration !== undefined) {
    const id = await registrationShown(secrets, address, registration);
    return id === undefined ? undefined : registrations.find(address, id);
  }
  const alive = await registrations.list(address);
  if (password !== undefined)
    return withPassword(alive, await registrationHash(deps, address, password));
  if (alive.length > 1 && (await isCodeOfOne(deps, alive, otp)))
    throw new AppError('registration_required');
  return alive.length === 1 ? alive[0] : undefined;
}

/**
 * Writes a new account with its welcome credits. A mailbox that had them or an account before gets
 * none, or a tag in the address, or deleting an account, would be a way to more of them.
 */
async function welcome(
  { closedAccounts, ledger, secrets }: Pick<Deps, 'closedAccounts' | 'ledger' | 'secrets'>,
  { id, address }: Pick<PendingRegistration, 'address' | 'id'>,
  opening: readonly TransactionStep[],
): Promise<LedgerOutcome> {
  const hmacs = await formerAddressHmacs(secrets, address);
  for (const hmac of hmacs)
    if (await closedAccounts.hadAddress(hmac)) return ledger.transact(id, [], opening);
  return ledger.grant(
    id,
    { source: `welcome:${id}`, amount: WELCOME_CREDITS, why: 'welcome credits' },
    // An account of this mailbox may be opened or closed at this moment.
    [...opening, ...hmacs.map((hmac) => closedAccounts.noteAddress(hmac))],
  );
}

/**
 * Proves an address with the one-time code of a registration, which becomes an account, and signs
 * in: only where a registration with a live code is, since otherwise four digits would stand in for
 * a password. Throws `wrong_code` whatever is wrong, and `registration_required`.
 */
export async function verifyOtp(deps: Deps, proof: Proof): Promise<OpenedSession> {
  const { accounts, registrations } = deps;

  // 1. A try is taken before the code is looked at, so that parallel guesses are counted. The
  // one who shows the secret or the password may have either code, and tries of their own.
  const address = normalAddress(proof.email) ?? proof.email;
  const mine = await chosen(deps, address, proof);
  const isShown = proof.registration !== undefined || proof.password !== undefined;
  const askers: readonly Asker[] = isShown ? ['owner', 'anybody'] : ['anybody'];
  const take = (asker: Asker) => mine && registrations.takeTry(mine, asker, deps.clock.now());
  const challenge =
    mine && (await challengeOf(deps, mine, await Promise.all(askers.map(take)), proof.otp));
  if (!challenge) throw new AppError('wrong_code', { account: mine?.id });

  // 2. Account, welcome credits and the used code in one write; of two calls with it one wins.
  const { id, address: _, history: __, ...registration } = mine;
  const { user, writes } = accounts.draft(id, registration);
  const opening = [
    ...writes,
    registrations.deleteRegistration(mine, challenge.id),
    ...deps.figures.writes(deps.clock.now(), id, { signups: 1 }),
  ];
  const booked = await welcome(deps, { id, address }, opening);
  if (booked !== 'applied') throw new AppError('wrong_code', { account: id });

  // 3. Nothing can come of the others any more, also when this is broken off.
  await registrations.deleteAll(address);
  // Every call was counted as a wrong code before it was read: the right one is given back.
  await deps.limits.refund('otp_ip', networkOf(proof.sourceIp));
  return openSession(deps, user, { refusal: 'wrong_code' });
}
