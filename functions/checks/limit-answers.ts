import { readAddress } from '../../packages/verifier/src/address/read-address.ts';
import type { Verdict } from '../../shared/contract/checks.ts';
import { addressOfCell } from '../../shared/list-file/address-cell.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { nextUtcMidnight } from '../../shared/model/duration.ts';
import type { User } from '../access/adapters/user.ts';
import { consumeOrThrow } from '../access/limits/limits.ts';
import type { ChecksDeps } from './deps.ts';
import { isHarvesting, crossesHarvestingThreshold } from './rules/refusals.ts';

export type AnswerLimitDeps = Pick<
  ChecksDeps,
  'clock' | 'domainAnswers' | 'limits' | 'log' | 'unknownAnswers'
>;

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
export async function enforceAnswerLimits(
  { clock, domainAnswers, limits, unknownAnswers }: AnswerLimitDeps,
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

/** Counts a verdict for `enforceAnswerLimits`. A postponed check counts once it has a verdict. */
export async function countAnswer(
  { clock, domainAnswers, log, unknownAnswers }: AnswerLimitDeps,
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
