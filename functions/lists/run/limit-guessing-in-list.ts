import { FREE_DOMAINS } from '../../../packages/verifier/src/address/free-domains.ts';
import { API_RATE_LIMITS } from '../../../shared/contract/limits/limits.ts';
import {
  type DomainReplyTotals,
  isHarvesting,
  crossesHarvestingThreshold,
} from '../../checks/rules/refusals.ts';
import type { LogFields } from '../../platform/log.ts';
import type { ListsDeps } from '../deps.ts';
import { domainOfCell } from '../rules/domain-of-cell.ts';
import type { List } from '../rules/list.ts';
import { decodeRowFlags } from '../rules/row-facts.ts';
import type { TaskAddress, TaskVerdict } from '../rules/work-lines.ts';
import { cancelUnlessFinished } from './cancel-if-lost.ts';

export type GuessingLimitDeps = Pick<
  ListsDeps,
  'clock' | 'domainReplies' | 'limits' | 'lists' | 'log'
>;

/**
 * Domains with fewer verdicts in one task are not counted, and domains with fewer addresses are not
 * looked up for an owner who bought credits.
 */
const MIN_COUNTED_ADDRESSES = 3;
/**
 * From this many addresses in one task, a domain counts even if no mailbox was refused, and its
 * concurrent tasks are limited. For owners who never bought credits, concurrent tasks are always
 * limited.
 */
const MIN_LARGE_DOMAIN = 10;
/**
 * Number of accepted addresses for which a domain gets another share of concurrent addresses, equal
 * to the share of a domain with no accepted address.
 */
const ACCEPTED_PER_SHARE = 6;
/** Maximum domains of one task to look up, largest first. */
const MAX_DOMAINS = 20;
/** Number of addresses that must be allowed before tasks that wait for `guessed_domain` run. */
const WAIT_ADDRESSES = 500;
/** Number of addresses of the limit `guessed_domain` that a list may not use at its start. */
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
    .filter(([, each]) => !isPaid || each.length >= MIN_COUNTED_ADDRESSES)
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, MAX_DOMAINS);
  for (const [domain, { length }] of largest) {
    const totals = await deps.domainReplies.get(list.userId, domain, now);
    const isGuessing = isHarvesting(totals);
    if (isGuessing && !isPaid)
      return (await cancelGuessing(deps, list)) ? 'canceled' : CANCEL_RETRY_MS;
    const isSmall = isPaid && length < MIN_LARGE_DOMAIN;
    if (!isGuessing && (isSmall || FREE_DOMAINS.has(domain))) continue;
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
 * Counts of a task's conclusive verdicts by domain, and how many of them are nonexistent mailboxes.
 */
type DomainCounts = readonly (readonly [domain: string, DomainReplyTotals])[];

/** Counts the verdicts of each domain that has enough verdicts and is not a free provider. */
export function countByDomain(
  addresses: readonly TaskAddress[],
  verdicts: readonly TaskVerdict[],
): DomainCounts {
  const addressOf = new Map(addresses.map(({ ordinal, address }) => [ordinal, address]));
  const own = verdicts.filter(
    ({ status, reason, flags = 0 }) => status !== 'unknown' && !decodeRowFlags(flags, reason).free,
  );
  const byDomain = Map.groupBy(own, ({ ordinal }) => domainOfCell(addressOf.get(ordinal) ?? ''));
  return Array.from(byDomain, ([domain, answers]) => {
    const refused = answers.filter(({ reason }) => reason === 'no_such_mailbox').length;
    return [domain, { answered: answers.length, refused }] as const;
  }).filter(
    ([, { answered, refused }]) =>
      answered >= MIN_COUNTED_ADDRESSES && (refused > 0 || answered >= MIN_LARGE_DOMAIN),
  );
}

/**
 * Adds the verdicts of a task to the counts of the day. Once these show that a customer guesses the
 * addresses of a domain, logs this once a day and, for an account that never bought credits, cancels
 * the list.
 */
export async function countRefusals(
  deps: GuessingLimitDeps,
  list: Pick<List, 'userId' | 'listId'>,
  isPaid: boolean,
  counts: DomainCounts,
): Promise<void> {
  const { clock, domainReplies, limits, log } = deps;
  for (const [domain, added] of counts) {
    const sums = await domainReplies.add(list.userId, domain, added, clock.now());
    const fields: LogFields = { account: list.userId, list: list.listId, domain, ...sums };
    if (crossesHarvestingThreshold(sums, added)) {
      log.warn('addresses_guessed', fields);
      await limits.record('guessed_domain', `${list.userId}#${domain}`, USED_AT_START);
    }
    if (!isPaid && isHarvesting(sums)) await cancelGuessing(deps, list);
  }
}

const cancelGuessing = (
  deps: GuessingLimitDeps,
  list: Pick<List, 'userId' | 'listId'>,
): Promise<boolean> => cancelUnlessFinished(deps, list, 'too_many_refusals');
