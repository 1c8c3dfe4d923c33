import type { User } from '../access/adapters/user.ts';
import { checkCredits, type CheckCreditsDeps } from '../low-credits/check-credits.ts';
import { type CheckDeps, type CheckRequest, checkEmail } from './check-email.ts';
import { checkSandbox } from './check-sandbox.ts';
import type { Answer } from './complete-check.ts';
import type { Pending } from './describe-check.ts';
import { holdSlot, type SlotDeps } from './hold-slot.ts';

/**
 * Checks one address for a customer, in a slot of the account; for a test, in the sandbox.
 * @throws {AppError} as `checkEmail`, `holdSlot` and `checkSandbox`
 */
export async function requestCheck(
  deps: CheckDeps & SlotDeps & CheckCreditsDeps,
  { user, test }: { readonly user: User; readonly test: boolean },
  request: Omit<CheckRequest, 'userId'>,
): Promise<Answer | Pending> {
  if (test) return checkSandbox(request.email, request.waitSeconds !== 0, deps.clock.now());
  try {
    return await holdSlot(deps, user, () => checkEmail(deps, { ...request, userId: user.id }));
  } finally {
    await checkCredits(deps, user);
  }
}
