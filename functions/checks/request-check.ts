import { MAX_CHECK_SECONDS } from '../../shared/contract/checks.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { User } from '../access/adapters/user.ts';
import { consumeOrThrow } from '../access/limits/limits.ts';
import { checkCredits, type CheckCreditsDeps } from '../low-credits/check-credits.ts';
import { type CheckEmailDeps, type CheckRequest, checkEmail } from './check-email.ts';
import { checkSandboxAddress, isSandboxAddress } from './check-sandbox.ts';
import type { CheckOutcome } from './complete-check.ts';
import type { ChecksDeps } from './deps.ts';
import { type AnswerLimitDeps, countAnswer, enforceAnswerLimits } from './limit-answers.ts';
import type { PendingCheckOutcome } from './describe-check.ts';

type SlotDeps = Pick<ChecksDeps, 'checkSlots' | 'clock' | 'env' | 'limits'>;

/** Seconds after which to retry. Most checks release their slot within this time. */
const RETRY_SECONDS = 2;
/** Duration from which a check counts as slow. A responsive mail server answers sooner. */
const SLOW_MS = 10_000;
const MAX_CHECK_MS = MAX_CHECK_SECONDS * 1000;

interface Requester {
  readonly user: User;
  readonly test: boolean;
  /** The form whose visitor typed the address. */
  readonly formId?: string;
}

/**
 * Checks one address for a customer, in a slot of the account or form. Test keys and sandbox
 * addresses get their result from the sandbox.
 * @throws {AppError} `too_many_requests`, and the errors of the check itself
 */
export async function requestCheck(
  deps: CheckEmailDeps & SlotDeps & CheckCreditsDeps & AnswerLimitDeps,
  { user, test, formId }: Requester,
  request: Omit<CheckRequest, 'userId'>,
): Promise<CheckOutcome | PendingCheckOutcome> {
  if (test || isSandboxAddress(request.email))
    return checkSandboxAddress(request.email, request.waitSeconds !== 0, deps.clock.now());
  const isForm = formId !== undefined;
  await enforceAnswerLimits(deps, user, request.email, isForm);
  try {
    const checked = await holdSlot(deps, user, formId, () =>
      checkEmail(deps, { ...request, userId: user.id }),
    );
    if (checked.verdict && checked.chargedNow !== undefined)
      await countAnswer(deps, user, checked.verdict, isForm);
    return checked;
  } finally {
    await checkCredits(deps, user);
  }
}

/**
 * Runs a check in a slot of its account or form and in a slot shared by all accounts. Slots are
 * limited because the check of a silent mail server occupies a function for the maximum time and
 * costs no credit. A form has separate slots, so that its visitors cannot occupy the owner's. An
 * hourly limit counts checks without a conclusive result: in a paying account, each counts in
 * proportion to its duration; in an account that never bought credits, only slow and postponed
 * checks count.
 * @throws {AppError} `too_many_requests`, before `run` is called
 */
async function holdSlot(
  { checkSlots, clock, env, limits }: SlotDeps,
  { id, paid }: Pick<User, 'id' | 'paid'>,
  formId: string | undefined,
  run: () => Promise<CheckOutcome | PendingCheckOutcome>,
): Promise<CheckOutcome | PendingCheckOutcome> {
  const maxAccountSlots = paid ? env.CHECKS_IN_FLIGHT_PAID : env.CHECKS_IN_FLIGHT_TRIAL;
  const maxSlots = formId === undefined ? maxAccountSlots : env.CHECKS_IN_FLIGHT_FORM;
  // Visitors of a form must not use up the hourly limit of the form's owner.
  const slowLimit = formId === undefined && (paid ? 'slow_check_paid' : 'slow_check_trial');
  if (slowLimit) await consumeOrThrow({ consume: limits.peek }, slowLimit, id);
  const slot = await checkSlots.take(id, maxSlots, formId);
  if (!slot) throw new AppError('too_many_requests', { retryAfter: RETRY_SECONDS });
  try {
    const started = clock.now();
    const checked = await run();
    const elapsedMs = clock.now() - started;
    if (slowLimit && (checked.verdict?.status ?? 'unknown') === 'unknown') {
      const isSlow = !checked.verdict || elapsedMs >= SLOW_MS;
      const calls = paid ? elapsedMs / MAX_CHECK_MS : Number(isSlow);
      if (calls > 0) await limits.record(slowLimit, id, calls);
    }
    return checked;
  } finally {
    // Ignore a failure: the slot expires, and the check is already stored.
    await checkSlots.release(slot).catch(() => undefined);
  }
}
