import { AppError } from '../../shared/contract/errors.ts';
import type { User } from '../access/adapters/user.ts';
import { consumeOrRefuse } from '../access/limits/limits.ts';
import { checkCredits, type CheckCreditsDeps } from '../low-credits/check-credits.ts';
import { type CheckDeps, type CheckRequest, checkEmail } from './check-email.ts';
import { checkSandbox } from './check-sandbox.ts';
import type { Answer } from './complete-check.ts';
import type { ChecksDeps } from './deps.ts';
import type { Pending } from './describe-check.ts';

type SlotDeps = Pick<ChecksDeps, 'checkSlots' | 'clock' | 'env' | 'limits'>;

/** Most checks take less, and give their slot back. */
const RETRY_SECONDS = 2;
/** Where a server answers at all, it has done so by then. */
const SLOW_MS = 10_000;

/**
 * Checks one address for a customer, in a slot of the account; for a test, in the sandbox.
 * @throws {AppError} `too_many_requests`, and as `checkEmail` and `checkSandbox`
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

/**
 * Runs a check while it holds one of the slots of its account and of all accounts: a silent mail
 * server holds a function for as long as a check may take, and costs no credit. An account that
 * never bought has few slots.
 * It also has a limit per hour for checks that were slow and unknown, or go on in the background.
 * @throws {AppError} `too_many_requests`, before `run` is called
 */
async function holdSlot(
  { checkSlots, clock, env, limits }: SlotDeps,
  { id, paid }: Pick<User, 'id' | 'paid'>,
  run: () => Promise<Answer | Pending>,
): Promise<Answer | Pending> {
  const most = paid ? env.CHECKS_IN_FLIGHT_PAID : env.CHECKS_IN_FLIGHT_TRIAL;
  const slot = await checkSlots.take(id, most);
  if (!slot) throw new AppError('too_many_requests', { retryAfter: RETRY_SECONDS });
  try {
    if (paid) return await run();
    await consumeOrRefuse(limits, 'slow_check_trial', id);
    const started = clock.now();
    let wasSlow = false;
    try {
      const checked = await run();
      const isOpen = checked.verdict === undefined;
      wasSlow =
        isOpen || (checked.verdict.status === 'unknown' && clock.now() - started >= SLOW_MS);
      return checked;
    } finally {
      if (!wasSlow) await limits.refund('slow_check_trial', id);
    }
  } finally {
    // A slot that is not given back ends by itself; the verdict is stored and paid.
    await checkSlots.release(slot).catch(() => undefined);
  }
}
