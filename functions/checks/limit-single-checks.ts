import { readAddress } from '../../packages/verifier/src/address/read-address.ts';
import { MAX_CHECK_SECONDS, type Verdict } from '../../shared/contract/checks.ts';
import { addressOfCell } from '../../shared/list-file/address-cell.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { nextUtcMidnight } from '../../shared/model/duration.ts';
import type { User } from '../access/adapters/user.ts';
import { consumeOrThrow } from '../access/limits/limits.ts';
import type { ChecksDeps } from './deps.ts';
import { isHarvesting, crossesHarvestingThreshold } from './rules/refusals.ts';

export type CheckLimitDeps = Pick<
  ChecksDeps,
  'clock' | 'domainAnswers' | 'limits' | 'log' | 'unknownAnswers'
>;
export type CheckSlotDeps = Pick<ChecksDeps, 'checkSlots' | 'clock' | 'env' | 'limits'>;

/** Seconds after which to retry. Most checks release their slot within this time. */
const RETRY_SECONDS = 2;
/** Duration from which a check counts as slow. A responsive mail server answers sooner. */
const SLOW_MS = 10_000;
const MAX_CHECK_MS = MAX_CHECK_SECONDS * 1000;

/**
 * Returns the domain under which answers are counted; undefined for a malformed address. Forms are
 * counted separately, because their visitors must not slow the owner's other checks.
 */
function countedDomain(address: string, isForm: boolean): string | undefined {
  const domain = readAddress(address)?.domain;
  return isForm && domain !== undefined ? `form:${domain}` : domain;
}

/**
 * Refuses an account that never bought credits if it has reached the daily limit of inconclusive
 * results, or appears to guess the addresses of a domain. Slows down a paying account that appears
 * to guess addresses.
 * @throws {AppError} `too_many_requests`
 */
export async function enforceCheckLimits(
  { clock, domainAnswers, limits, unknownAnswers }: CheckLimitDeps,
  { id, paid }: Pick<User, 'id' | 'paid'>,
  email: string,
  isForm: boolean,
): Promise<void> {
  const now = clock.now();
  const domain = countedDomain(addressOfCell(email), isForm) ?? '';
  const isGuessing = isHarvesting(await domainAnswers.get(id, domain, now));
  if (paid) {
    if (isGuessing) await consumeOrThrow(limits, 'guessed_domain', `${id}#${domain}`);
  } else if (isGuessing || (await unknownAnswers.isExhausted(id, now))) {
    const retryAfter = Math.ceil((nextUtcMidnight(now) - now) / 1000);
    throw new AppError('too_many_requests', { retryAfter });
  }
}

/** Counts a verdict for `enforceCheckLimits`. A postponed check counts once it has a verdict. */
export async function countVerdict(
  { clock, domainAnswers, log, unknownAnswers }: CheckLimitDeps,
  { id, paid }: Pick<User, 'id' | 'paid'>,
  { email, status, reason, flags }: Pick<Verdict, 'email' | 'status' | 'reason' | 'flags'>,
  isForm = false,
): Promise<void> {
  const now = clock.now();
  if (status === 'unknown') {
    if (!paid) await unknownAnswers.add(id, 1, now);
    return;
  }
  const domain = countedDomain(email, isForm);
  if (flags.free || domain === undefined) return;
  const added = { answered: 1, refused: Number(reason === 'no_such_mailbox') };
  const sums = await domainAnswers.add(id, domain, added, now);
  if (crossesHarvestingThreshold(sums, added))
    log.warn('addresses_guessed', { account: id, domain, ...sums });
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
export async function holdSlot<
  Checked extends { readonly verdict?: Pick<Verdict, 'status'> | undefined },
>(
  { checkSlots, clock, env, limits }: CheckSlotDeps,
  { id, paid }: Pick<User, 'id' | 'paid'>,
  formId: string | undefined,
  run: () => Promise<Checked>,
): Promise<Checked> {
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
