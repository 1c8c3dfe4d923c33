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
/** From this many verdicts in one task, a domain counts even if no mailbox was refused. */
const MIN_ACCEPTED_VERDICTS = 30;
/** Maximum domains of one task to look up, largest first. */
const MAX_DOMAINS = 20;
/** Retry delay of a task whose list could not be canceled. */
const CANCEL_RETRY_MS = 60_000;

/**
 * If a customer appears to guess the addresses of a domain, slows down the task or, for an account
 * that never bought credits, cancels the list.
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
    if (!isHarvesting(await deps.domainAnswers.get(list.userId, domain, now))) continue;
    if (!isPaid) return (await cancelGuessing(deps, list)) ? 'canceled' : CANCEL_RETRY_MS;
    const subject = `${list.userId}#${domain}`;
    const consumed = await deps.limits.consume('guessed_domain', subject, length);
    if (!consumed.allowed) return consumed.retryAfter * 1000;
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
  list: List,
  isPaid: boolean,
  addresses: readonly TaskAddress[],
  verdicts: readonly TaskVerdict[],
): Promise<void> {
  const { clock, domainAnswers, log } = deps;
  const addressOf = new Map(addresses.map(({ ordinal, address }) => [ordinal, address]));
  const own = verdicts.filter(
    ({ status, reason, flags = 0 }) => status !== 'unknown' && !decodeRowFlags(flags, reason).free,
  );
  const byDomain = Map.groupBy(own, ({ ordinal }) => domainOfCell(addressOf.get(ordinal) ?? ''));
  for (const [domain, answers] of byDomain) {
    const answered = answers.length;
    const refused = answers.filter(({ reason }) => reason === 'no_such_mailbox').length;
    if (answered < MIN_COUNTED_ADDRESSES || (refused === 0 && answered < MIN_ACCEPTED_VERDICTS))
      continue;
    const added = { answered, refused };
    const sums = await domainAnswers.add(list.userId, domain, added, clock.now());
    const fields: LogFields = { account: list.userId, list: list.listId, domain, ...sums };
    if (crossesHarvestingThreshold(sums, added)) log.warn('addresses_guessed', fields);
    if (!isPaid && isHarvesting(sums)) await cancelGuessing(deps, list);
  }
}

/** The reconciler emails the owner. Returns false if the list has already ended or is deleted. */
const cancelGuessing = (
  { clock, lists }: GuessingLimitDeps,
  { userId, listId }: List,
): Promise<boolean> =>
  retryOnConflict(`list ${listId}`, async () => {
    const list = await lists.get(userId, listId);
    if (!list || isFinalStatus(list.status)) return false;
    const canceled = await lists.update(list, cancel(list, 'too_many_refusals', clock.now()));
    return canceled ? true : 'again';
  });
