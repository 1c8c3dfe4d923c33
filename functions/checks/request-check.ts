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

/** Most checks take less time and then release their slot. */
const RETRY_SECONDS = 2;
/** A responsive server has answered by then. */
const SLOW_MS = 10_000;

interface Requester {
  readonly user: User;
  readonly test: boolean;
  /** The form whose visitor typed the address. */
  readonly formId?: string;
}

/**
 * Checks one address for a customer, in a slot of the account or form; for a test, in the sandbox.
 * @throws {AppError} `too_many_requests`, and like `checkEmail` and `checkSandbox`
 */
export async function requestCheck(
  deps: CheckDeps & SlotDeps & CheckCreditsDeps,
  { user, test, formId }: Requester,
  request: Omit<CheckRequest, 'userId'>,
): Promise<CheckAnswer | PendingAnswer> {
  if (test) return checkSandbox(request.email, request.waitSeconds !== 0, deps.clock.now());
  try {
    return await holdSlot(deps, user, formId, () =>
      checkEmail(deps, { ...request, userId: user.id }),
    );
  } finally {
    await checkCredits(deps, user);
  }
}

/**
 * Runs a check in one of the slots of its account and of all accounts: a silent mail server
 * occupies a function for the maximum time of a check, and costs no credit. A form has its own
 * slots, because strangers with its key must not take those of its owner. An account that never
 * bought credits has few slots, and an hourly limit for checks that were slow and unknown or
 * continue in the background.
 * @throws {AppError} `too_many_requests`, before `run` is called
 */
async function holdSlot(
  { checkSlots, clock, env, limits }: SlotDeps,
  { id, paid }: Pick<User, 'id' | 'paid'>,
  formId: string | undefined,
  run: () => Promise<CheckAnswer | PendingAnswer>,
): Promise<CheckAnswer | PendingAnswer> {
  const maxAccountSlots = paid ? env.CHECKS_IN_FLIGHT_PAID : env.CHECKS_IN_FLIGHT_TRIAL;
  const maxSlots = formId === undefined ? maxAccountSlots : env.CHECKS_IN_FLIGHT_FORM;
  const slot = await checkSlots.take(id, maxSlots, formId);
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
    // An unreleased slot expires by itself; the verdict is stored and paid.
    await checkSlots.release(slot).catch(() => undefined);
  }
}
