import { FREE_DOMAINS } from '../../../packages/verifier/src/address/free-domains.ts';
import { API_RATE_LIMITS } from '../../../shared/contract/limits/limits.ts';
import { isFinalStatus } from '../../../shared/model/list-status.ts';
import { isHarvesting, crossesHarvestingThreshold } from '../../checks/rules/refusals.ts';
import type { LogFields } from '../../platform/log.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import type { ListsDeps } from '../deps.ts';
import { domainOfCell } from '../rules/domain-of-cell.ts';
import type { List } from '../rules/list.ts';
import { decodeRowFlags } from '../rules/row-facts.ts';
import { cancel } from '../rules/transitions.ts';
import type { TaskAddress, TaskVerdict } from '../rules/work-lines.ts';

export type GuessingLimitDeps = Pick<
  ListsDeps,
  'clock' | 'domainAnswers' | 'limits' | 'lists' | 'log'
>;

/** Domains with fewer addresses or verdicts in one task are neither looked up nor counted. */
const MIN_COUNTED_ADDRESSES = 3;
/**
 * From this many addresses in one task, a domain counts even if no mailbox was refused, and its
 * concurrent tasks are limited.
 */
const MIN_LARGE_DOMAIN = 10;
/** Accepted addresses that allow as many concurrent ones as a domain without any. */
const ACCEPTED_PER_SHARE = 6;
/** Maximum domains of one task to look up, largest first. */
const MAX_DOMAINS = 20;
/** Number of addresses that must be allowed before tasks that wait for `guessed_domain` run. */
const WAIT_ADDRESSES = 500;
/** Number of addresses of the limit `guessed_domain` that a list may not use at once. */
const USED_AT_START = API_RATE_LIMITS.guessed_domain.calls * 0.9;
/** Retry delay of a task whose list could not be canceled. */
const CANCEL_RETRY_MS = 60_000;

/**
 * If a customer appears to guess the addresses of a domain, slows down the task or, for an account
 * that never bought credits, cancels the list. Also slows down tasks that start before the domain
 * has accepted enough addresses, because their verdicts are not counted yet.
 * @returns undefined if the task may run; otherwise the milliseconds that it must wait, or
 * `canceled` if its list was canceled
 */
export async function limitGuessingInList(
  deps: GuessingLimitDeps,
  list: List,
  isPaid: boolean,
  addresses: readonly TaskAddress[],
): Promise<number | 'canceled' | undefined> {
  const now = deps.clock.now();
  const byDomain = Map.groupBy(addresses, ({ address }) => domainOfCell(address));
  const largest = [...byDomain]
    .filter(([, each]) => each.length >= MIN_COUNTED_ADDRESSES)
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, MAX_DOMAINS);
  for (const [domain, { length }] of largest) {
    const totals = await deps.domainAnswers.get(list.userId, domain, now);
    const isGuessing = isHarvesting(totals);
    if (isGuessing && !isPaid)
      return (await cancelGuessing(deps, list)) ? 'canceled' : CANCEL_RETRY_MS;
    if (!isGuessing && (length < MIN_LARGE_DOMAIN || FREE_DOMAINS.has(domain))) continue;
    const shares = 1 + (totals.answered - totals.refused) / ACCEPTED_PER_SHARE;
    const subject = `${list.userId}#${domain}`;
    const consumed = isGuessing
      ? await deps.limits.consume('guessed_domain', subject, length)
      : await deps.limits.consume('unproven_domain', subject, length / shares);
    if (consumed.allowed) continue;
    if (!isGuessing) return consumed.retryAfter * 1000;
    // Waiting tasks wake up together, so they wait until several of them may run.
    const several = await deps.limits.peek('guessed_domain', subject, WAIT_ADDRESSES);
    return 1000 * (several.allowed ? consumed : several).retryAfter;
  }
  return undefined;
}

/**
 * Counts the conclusive verdicts of a task by domain, except for free providers. Once the counts
 * show that a customer guesses the addresses of a domain, logs this once a day and, for an account
 * that never bought credits, cancels the list.
 */
export async function countRefusals(
  deps: GuessingLimitDeps,
  list: Pick<List, 'userId' | 'listId'>,
  isPaid: boolean,
  addresses: readonly TaskAddress[],
  verdicts: readonly TaskVerdict[],
): Promise<void> {
  const { clock, domainAnswers, limits, log } = deps;
  const addressOf = new Map(addresses.map(({ ordinal, address }) => [ordinal, address]));
  const own = verdicts.filter(
    ({ status, reason, flags = 0 }) => status !== 'unknown' && !decodeRowFlags(flags, reason).free,
  );
  const byDomain = Map.groupBy(own, ({ ordinal }) => domainOfCell(addressOf.get(ordinal) ?? ''));
  for (const [domain, answers] of byDomain) {
    const answered = answers.length;
    const refused = answers.filter(({ reason }) => reason === 'no_such_mailbox').length;
    if (answered < MIN_COUNTED_ADDRESSES || (refused === 0 && answered < MIN_LARGE_DOMAIN))
      continue;
    const added = { answered, refused };
    const sums = await domainAnswers.add(list.userId, domain, added, clock.now());
    const fields: LogFields = { account: list.userId, list: list.listId, domain, ...sums };
    if (crossesHarvestingThreshold(sums, added)) {
      log.warn('addresses_guessed', fields);
      await limits.record('guessed_domain', `${list.userId}#${domain}`, USED_AT_START);
    }
    if (!isPaid && isHarvesting(sums)) await cancelGuessing(deps, list);
  }
}

/** The reconciler emails the owner. Returns false if the list has already ended or is deleted. */
const cancelGuessing = (
  { clock, lists }: GuessingLimitDeps,
  { userId, listId }: Pick<List, 'userId' | 'listId'>,
): Promise<boolean> =>
  retryOnConflict(`list ${listId}`, async () => {
    const list = await lists.get(userId, listId);
    if (!list || isFinalStatus(list.status)) return false;
    const canceled = await lists.update(list, cancel(list, 'too_many_refusals', clock.now()));
    return canceled ? true : 'again';
  });
