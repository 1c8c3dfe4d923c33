import { normalizeAddress } from '../../packages/verifier/src/address/read-address.ts';
import type { accountRoutes } from '../../shared/contract/account.ts';
import type { BodyOf } from '../../shared/contract/route.ts';
import type { Language } from '../../shared/model/account.ts';
import { consumeOrThrow } from '../access/limits/limits.ts';
import { hashAddress } from './hashes.ts';
import { type OneTimeCodeDeps, sendCode, consumeCodeQuota } from './one-time-code.ts';
import { findLatestRegistration, verifyRegistrationSecret } from './registration-proof.ts';
import { type CodeRequester, historyFor, isPasswordProven, mayIssueCode } from './rules/otp.ts';
import type { PendingRegistration } from './adapters/registrations.ts';
import type { AccountDeps } from './deps.ts';

type Deps = OneTimeCodeDeps & Pick<AccountDeps, 'registrations'>;

type ResendRequest = BodyOf<(typeof accountRoutes)['resendOtp']> & {
  readonly language: Language;
  readonly sourceIp: string;
};

async function sendNewCode(
  deps: Deps,
  registration: PendingRegistration,
  requester: CodeRequester,
  sourceIp: string,
): Promise<void> {
  if (!mayIssueCode(historyFor(registration.history, requester), deps.clock.now())) return;
  const tries = await consumeCodeQuota(deps, { address: registration.address, sourceIp });
  if (tries === 0) return;
  await sendCode(deps, registration, tries, (challenge, now) =>
    deps.registrations.replaceChallenge(registration, requester, challenge, now),
  );
}

/**
 * Sends a new one-time code to the registration whose secret is given. Without a secret, sends it
 * to the latest registration of the address, preferring one whose password was proven within ten
 * minutes. If a limit other than the pause between codes is exceeded, silently sends nothing.
 * @returns the registration's language if its secret was given, otherwise the caller's, so that the
 *   response reveals nothing about the address
 * @throws {AppError} `code_on_its_way` within a minute of the previous code, for any address
 */
export async function emailNewOtp(
  deps: Deps,
  { email, registration: secret, language, sourceIp }: ResendRequest,
): Promise<{ language: Language }> {
  const { registrations, secrets } = deps;
  const address = normalizeAddress(email);
  if (address === undefined) return { language };
  const id =
    secret === undefined ? undefined : await verifyRegistrationSecret(secrets, address, secret);

  const subject = hashAddress(address);
  for (const each of [id ?? subject, `resend#${subject}`])
    await consumeOrThrow(deps.limits, 'code_pause', each, 'code_on_its_way');

  if (secret !== undefined) {
    const ownRegistration = id === undefined ? undefined : await registrations.find(address, id);
    if (ownRegistration) await sendNewCode(deps, ownRegistration, 'owner', sourceIp);
    return { language: ownRegistration?.language ?? language };
  }

  const live = await registrations.list(address);
  const now = deps.clock.now();
  const latest =
    findLatestRegistration(live.filter(({ history }) => isPasswordProven(history, now))) ??
    findLatestRegistration(live);
  if (latest) await sendNewCode(deps, latest, 'anybody', sourceIp);
  return { language };
}
