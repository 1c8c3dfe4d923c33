import { CREDITS_PER_EMAIL } from '../../../../shared/model/credits.ts';
import type { VerdictStatus } from '../../../../shared/model/verdict.ts';

/** A single check tells valid, invalid or unknown; a risky address counts as invalid. */
export function toneOf(status: VerdictStatus): 'valid' | 'invalid' | 'unknown' {
  if (status === 'deliverable') return 'valid';
  return status === 'unknown' ? 'unknown' : 'invalid';
}

/** The user after a check: a verdict costs credits, `unknown` costs none. */
export function afterCheck<User extends { available_credit: number }>(
  user: User,
  status: VerdictStatus,
): User {
  if (status === 'unknown') return user;
  return { ...user, available_credit: Math.max(0, user.available_credit - CREDITS_PER_EMAIL) };
}
