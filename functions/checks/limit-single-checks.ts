import { readAddress } from '../../packages/verifier/src/address/read-address.ts';
import { MAX_CHECK_SECONDS, type Verdict } from '../../shared/contract/checks.ts';
import { addressOfCell } from '../../shared/list-file/address-cell.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { nextUtcMidnight } from '../../shared/model/duration.ts';
import type { User } from '../access/adapters/user.ts';
import { consumeOrThrow } from '../access/limits/limits.ts';
import type { ChecksDeps } from './deps.ts';
import { isHarvesting, crossesHarvestingThreshold } from './rules/refusals.ts';

export type CheckLimitDeps = Pick<ChecksDeps, 'clock' | 'domainReplies' | 'limits' | 'log'>;
export type CheckSlotDeps = Pick<ChecksDeps, 'checkSlots' | 'clock' | 'env' | 'limits'>;

/** Seconds after which to retry. Most checks release their slot within this time. */
const RETRY_SECONDS = 2;
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
 * Refuses an account that never bought credits if it appears to guess the addresses of a domain.
 * Slows down a paying account that appears to guess addresses.
 * @throws {AppError} `too_many_requests`
 */
export async function enforceCheckLimits(
  { clock, domainReplies, limits }: CheckLimitDeps,
  { id, paid }: Pick<User, 'id' | 'paid'>,
  email: string,
  isForm: boolean,
): Promise<void> {
  const now = clock.now();
  const domain = countedDomain(addressOfCell(email), isForm) ?? '';
  const isGuessing = isHarvesting(await domainReplies.get(id, domain, now));
  if (paid) {
    if (isGuessing) await consumeOrThrow(limits, 'guessed_domain', `${id}#${domain}`);
  } else if (isGuessing) {
    throw new AppError('too_many_requests', { retryAfter: secondsUntilMidnight(now) });
  }
}

export const secondsUntilMidnight = (now: number): number =>
  Math.ceil((nextUtcMidnight(now) - now) / 1000);

/** Counts a verdict for `enforceCheckLimits`. A postponed check counts once it has a verdict. */
export async function countVerdict(
  { clock, domainReplies, log }: CheckLimitDeps,
  { id }: Pick<User, 'id'>,
  { email, status, reason, flags }: Pick<Verdict, 'email' | 'status' | 'reason' | 'flags'>,
  isForm = false,
): Promise<void> {
  if (status === 'unknown') return;
  const domain = countedDomain(email, isForm);
  if (flags.free || domain === undefined) return;
  const added = { answered: 1, refused: Number(reason === 'no_such_mailbox') };
  const sums = await domainReplies.add(id, domain, added, clock.now());
  if (crossesHarvestingThreshold(sums, added))
    log.warn('addresses_guessed', { account: id, domain, ...sums });
}

/**
 * Runs a check in a slot of its account or form and in a slot shared by all accounts. Slots are
 * limited because the check of a silent mail server occupies a function for the maximum time and
 * costs no credit. A form has separate slots, so that its visitors cannot occupy the owner's. An
 * hourly limit of a paying account counts checks without a conclusive result in proportion to their
 * duration.
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
  const slowLimit = formId === undefined && paid && 'slow_check_paid';
  if (slowLimit) await consumeOrThrow({ consume: limits.peek }, slowLimit, id);
  const slot = await checkSlots.take(id, maxSlots, formId);
  if (!slot) throw new AppError('too_many_requests', { retryAfter: RETRY_SECONDS });
  try {
    const started = clock.now();
    const checked = await run();
    const elapsedMs = clock.now() - started;
    if (slowLimit && elapsedMs > 0 && (checked.verdict?.status ?? 'unknown') === 'unknown')
      await limits.record(slowLimit, id, elapsedMs / MAX_CHECK_MS);
    return checked;
  } finally {
    // Ignore a failure: the slot expires, and the check is already stored.
    await checkSlots.release(slot).catch(() => undefined);
  }
}
