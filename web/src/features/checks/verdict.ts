import type { OutputOf } from '../../../../shared/contract/route.ts';
import type { checkRoutes } from '../../../../shared/contract/checks.ts';
import { CREDITS_PER_EMAIL } from '../../../../shared/model/credits.ts';
import type { VerdictStatus } from '../../../../shared/model/verdict.ts';

export type CheckResponse = OutputOf<typeof checkRoutes.checkEmail>;
export type Verdict = CheckResponse['result'];

/** Deducts a check's cost from the user's credits; `unknown` is free. */
export function applyCheckCost<User extends { available_credit: number }>(
  user: User,
  status: VerdictStatus,
): User {
  if (status === 'unknown') return user;
  return { ...user, available_credit: Math.max(0, user.available_credit - CREDITS_PER_EMAIL) };
}

export const factsOf = ({
  flags,
  reason,
}: Pick<Verdict, 'reason'> & { flags: Partial<Verdict['flags']> }) =>
  (Object.keys(flags) as (keyof typeof flags)[]).filter((fact) => flags[fact] && fact !== reason);

/** Returns the meaning of an SMTP reply, by the first digit of its code (RFC 5321 §4.2.1). */
export function classifyReplyCode(
  code: number | undefined,
): 'none' | 'accepted' | 'later' | 'refused' {
  if (code === undefined) return 'none';
  if (code < 400) return 'accepted';
  return code < 500 ? 'later' : 'refused';
}
