import { createHmac, timingSafeEqual } from 'node:crypto';
import { OTP_LENGTH } from '../../shared/model/account.ts';
import { mayIssue, OTP_LIFE_MS } from './rules/otp.ts';
import type { OtpChallenge, Otps, User } from './ports.ts';
import type { MailQueue } from '../mail/ports.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import type { Clock, Ids } from '../platform/clock.ts';

/** A bare hash of four digits would be plain text: the key makes it a secret. */
async function macOf(
  secrets: Secrets,
  userId: string,
  challengeId: string,
  code: string,
): Promise<string> {
  const text = `${userId}|${challengeId}|${code}`;
  return createHmac('sha256', await secrets.key('otp'))
    .update(text)
    .digest('hex');
}

/** Whether the code is the one of the challenge. */
export async function isCode(
  secrets: Secrets,
  userId: string,
  challenge: OtpChallenge,
  code: string,
): Promise<boolean> {
  const mac = await macOf(secrets, userId, challenge.id, code);
  return timingSafeEqual(Buffer.from(mac), Buffer.from(challenge.mac));
}

/**
 * Mails a new code to an unverified account and ends the one before. Nothing happens while the
 * rules of pace forbid it; the caller is not told, since the answer must not depend on the account.
 */
export async function sendCode(
  deps: { otps: Otps; secrets: Secrets; mailQueue: MailQueue; clock: Clock; ids: Ids },
  user: User,
  { paced = false } = {},
): Promise<void> {
  const now = deps.clock.now();
  const history = await deps.otps.history(user.id);
  if (!mayIssue(history, now, { paced })) return;

  const code = deps.ids.code(OTP_LENGTH);
  const id = deps.ids.ulid(now);
  const mac = await macOf(deps.secrets, user.id, id, code);
  const challenge = { id, mac, expiresAt: now + OTP_LIFE_MS };
  if (!(await deps.otps.issue(user.id, challenge, history, now))) return;

  await deps.mailQueue.send({
    kind: 'mail',
    v: 1,
    id: `otp:${id}`,
    to: user.email,
    firstName: user.firstName,
    language: user.language,
    content: { template: 'otp', params: { code, minutes: OTP_LIFE_MS / 60_000 } },
  });
}
