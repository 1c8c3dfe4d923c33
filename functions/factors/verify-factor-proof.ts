import { AppError } from '../../shared/contract/errors.ts';
import type { FactorProof } from '../../shared/contract/factors.ts';
import { DAY_MS } from '../../shared/model/duration.ts';
import { consumeOrThrow } from '../access/limits/limits.ts';
import { logSecurity } from '../access/security-log.ts';
import type { User } from '../access/adapters/user.ts';
import { createMailMessage } from '../mail/create-mail-message.ts';
import { retryOnConflict } from '../platform/retry-on-conflict.ts';
import type { FactorSet } from './adapters/factors.ts';
import { readFactors } from './read-factors.ts';
import { removeUsedCode } from './recovery-codes.ts';
import { findTotpStep } from './totp.ts';
import type { FactorsDeps } from './deps.ts';

export type VerifyFactorProofDeps = Pick<
  FactorsDeps,
  'clock' | 'factors' | 'limits' | 'log' | 'mailQueue' | 'webAuthn'
>;

export interface ProofAttempt {
  readonly challenge: string;
  readonly proof: FactorProof;
  readonly sourceIp: string;
}

/** Returns the factors with the proof marked as used; undefined if the proof is wrong. */
async function consumeProof(
  { clock, webAuthn }: Pick<VerifyFactorProofDeps, 'clock' | 'webAuthn'>,
  set: FactorSet,
  { challenge, proof }: ProofAttempt,
): Promise<FactorSet | undefined> {
  const now = clock.now();
  if (proof.method === 'totp') {
    const { totp } = set;
    const lastStep = totp && findTotpStep(totp.secret, proof.code, now);
    if (!totp || lastStep === undefined || lastStep <= totp.lastStep) return undefined;
    return { ...set, totp: { ...totp, lastStep } };
  }
  if (proof.method === 'recovery_code') {
    const recoveryCodes = removeUsedCode(set.recoveryCodes, proof.code);
    return recoveryCodes && { ...set, recoveryCodes, unsavedCodes: undefined };
  }
  if (proof.method === 'password' || proof.method === 'sso') return undefined;
  const { credential } = proof;
  const used = set.passkeys.find(({ id }) => id === credential.id);
  const counter = used && (await webAuthn.verifyUsed(used, credential, challenge));
  if (counter === undefined) return undefined;
  const lastUsedAt = new Date(now).toISOString();
  const passkeys = set.passkeys.map((each) =>
    each === used ? { ...each, counter, lastUsedAt } : each,
  );
  return { ...set, passkeys };
}

/** A password reset, unlike a change of the password or the factors, invalidates every session. */
const limitOfCodes = ({ sessionsEnded }: User, now: number) =>
  sessionsEnded && sessionsEnded.except === undefined && now < sessionsEnded.at + DAY_MS
    ? 'factor_reset_user'
    : 'factor_user';

/**
 * Verifies a proof of one of the user's factors, then marks the code and the challenge as used.
 * Wrong codes count toward a limit per account. Only callers with the password or a session reach
 * this function, so strangers cannot use up that limit.
 * @throws {AppError} `wrong_factor`, `challenge_expired` for a used challenge, `too_many_requests`
 */
export async function verifyFactorProof(
  deps: VerifyFactorProofDeps,
  user: User,
  attempt: ProofAttempt,
): Promise<void> {
  const { clock, factors, limits, log, mailQueue } = deps;
  const { challenge, proof, sourceIp } = attempt;
  const isCode = proof.method === 'totp' || proof.method === 'recovery_code';
  const limit = limitOfCodes(user, clock.now());
  if (isCode) await consumeOrThrow(limits, limit, user.id);
  await retryOnConflict(`the factors of ${user.id}`, async () => {
    const next = await consumeProof(deps, await readFactors(deps, user), attempt);
    if (!next) throw new AppError('wrong_factor', { account: user.id });
    return (await factors.put(user.id, next)) ? 'proven' : 'again';
  });
  if (!(await factors.redeem(challenge))) throw new AppError('challenge_expired');
  if (isCode) await limits.refund(limit, user.id);
  if (proof.method === 'recovery_code') {
    const what = 'recovery_code_used';
    logSecurity(log, { what, account: user.id, sourceIp });
    const content = { template: 'factors_changed', params: { what } } as const;
    await mailQueue.send(createMailMessage(user, `${what}:${user.id}:${clock.now()}`, content));
  }
}
