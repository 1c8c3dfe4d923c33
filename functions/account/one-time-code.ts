import { createHmac } from 'node:crypto';
import { OTP_LENGTH } from '../../shared/model/account.ts';
import { hashAddress } from './hashes.ts';
import { verifyMac } from '../access/signed.ts';
import { OTP_LIFETIME_MS, MAX_OTP_TRIES, REDUCED_MAX_OTP_TRIES } from './rules/otp.ts';
import type { OtpChallenge, PendingRegistration } from './adapters/registrations.ts';
import { networkOf } from '../access/limits/network-of.ts';
import { logSecurity } from '../access/security-log.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import { createMailMessage } from '../mail/create-mail-message.ts';
import type { AccountDeps } from './deps.ts';

export type OneTimeCodeDeps = Pick<
  AccountDeps,
  'clock' | 'ids' | 'limits' | 'log' | 'mailQueue' | 'secrets'
>;

/** A MAC, because a plain hash of four digits could be reversed. */
const macOf = (
  key: Uint8Array,
  registrationId: string,
  challengeId: string,
  code: string,
): string =>
  createHmac('sha256', key).update(`${registrationId}|${challengeId}|${code}`).digest('hex');

export function isMatchingCode(
  secrets: Secrets,
  registrationId: string,
  challenge: OtpChallenge,
  code: string,
): Promise<boolean> {
  const make = (key: Uint8Array): string => macOf(key, registrationId, challenge.id, code);
  return verifyMac(secrets, 'otp', challenge.mac, make);
}

/**
 * Counts a code against the limits of its address, whichever registration it belongs to. Above a
 * limit, no code is sent. Well below the limit, codes already get fewer tries, so that many codes
 * do not allow many guesses, and so that the owner still gets a working code while strangers
 * request others.
 * @returns the number of tries that the code gets; 0 if it may not be sent
 */
export async function consumeCodeQuota(
  { limits, log }: Pick<OneTimeCodeDeps, 'limits' | 'log'>,
  { address, sourceIp }: { address: string; sourceIp: string },
): Promise<number> {
  const subject = hashAddress(address);
  const requesterKey = `${subject}#${networkOf(sourceIp)}`;
  const refuse = (): number => {
    // The response does not reveal the limit, so log it here.
    logSecurity(log, { what: 'limit_reached', sourceIp });
    return 0;
  };
  if (!(await limits.consume('code_address_ip', requesterKey)).allowed) return refuse();
  if (!(await limits.consume('code_address', subject)).allowed) {
    await limits.refund('code_address_ip', requesterKey);
    return refuse();
  }
  const { allowed } = await limits.consume('code_address_tries', subject);
  return allowed ? MAX_OTP_TRIES : REDUCED_MAX_OTP_TRIES;
}

/** @param store stores the code's challenge; if it returns false, the code is not sent */
export async function sendCode(
  deps: Pick<OneTimeCodeDeps, 'clock' | 'ids' | 'mailQueue' | 'secrets'>,
  registration: PendingRegistration,
  tries: number,
  store: (challenge: OtpChallenge, now: number) => Promise<boolean>,
): Promise<void> {
  const now = deps.clock.now();
  const code = deps.ids.code(OTP_LENGTH);
  const id = deps.ids.ulid(now);
  const mac = macOf(await deps.secrets.key('otp'), registration.id, id, code);
  if (!(await store({ id, mac, expiresAt: now + OTP_LIFETIME_MS, tries }, now))) return;

  await deps.mailQueue.send(
    createMailMessage(registration, `otp:${id}`, {
      template: 'otp',
      params: { code, minutes: OTP_LIFETIME_MS / 60_000 },
    }),
  );
}
