import { AppError } from '../../shared/contract/errors.ts';
import type { User } from '../access/adapters/user.ts';
import { consumeOrRefuse } from '../access/limits/limits.ts';
import { checkCredits, type CheckCreditsDeps } from '../low-credits/check-credits.ts';
import { type CheckDeps, type CheckRequest, checkEmail } from './check-email.ts';
import { checkSandbox } from './check-sandbox.ts';
import type { CheckAnswer } from './complete-check.ts';
import type { ChecksDeps } from './deps.ts';
import type { PendingAnswer } from './describe-check.ts';

type SlotDeps = Pick<ChecksDeps, 'checkSlots' | 'clock' | 'env' | 'limits'>;

/** Most checks release their slot within this time. */
const RETRY_SECONDS = 2;
/** Longer than a responsive mail server takes to answer. */
const SLOW_MS = 10_000;

/**
 * Checks one address for a customer within the account's slots, or in the sandbox for a test key.
 * @throws {AppError} `too_many_requests`, and as `checkEmail` and `checkSandbox`
 */
export async function requestCheck(
  deps: CheckDeps & SlotDeps & CheckCreditsDeps,
  { user, test }: { readonly user: User; readonly test: boolean },
  request: Omit<CheckRequest, 'userId'>,
): Promise<CheckAnswer | PendingAnswer> {
  if (test) return checkSandbox(request.email, request.waitSeconds !== 0, deps.clock.now());
  try {
    return await holdSlot(deps, user, () => checkEmail(deps, { ...request, userId: user.id }));
  } finally {
    await checkCredits(deps, user);
  }
}

/**
 * Runs a check in a slot of its account and a slot shared by all accounts, because a mail server
 * that does not respond occupies a function for the maximum time of a check, at no charge. An
 * account that never bought credits has few slots, and a rate limit for checks that continue in the
 * background or took long and ended as `unknown`.
 * @throws {AppError} `too_many_requests`, before `run` is called
 */
async function holdSlot(
  { checkSlots, clock, env, limits }: SlotDeps,
  { id, paid }: Pick<User, 'id' | 'paid'>,
  run: () => Promise<CheckAnswer | PendingAnswer>,
): Promise<CheckAnswer | PendingAnswer> {
  const maxSlots = paid ? env.CHECKS_IN_FLIGHT_PAID : env.CHECKS_IN_FLIGHT_TRIAL;
  const slot = await checkSlots.take(id, maxSlots);
  if (!slot) throw new AppError('too_many_requests', { retryAfter: RETRY_SECONDS });
  try {
    if (paid) return await run();
    await consumeOrRefuse(limits, 'slow_check_trial', id);
    const started = clock.now();
    let wasSlow = false;
    try {
      const checked = await run();
      const isPending = checked.verdict === undefined;
      wasSlow =
        isPending || (checked.verdict.status === 'unknown' && clock.now() - started >= SLOW_MS);
      return checked;
    } finally {
      if (!wasSlow) await limits.refund('slow_check_trial', id);
    }
  } finally {
    // Ignore a failure: the slot expires by itself, and the check is already stored.
    await checkSlots.release(slot).catch(() => undefined);
  }
}
