import assert from 'node:assert/strict';
import { MINUTE_MS } from '../../../shared/model/duration.ts';
import { isTestOwner } from '../../../functions/access/rules/owner.ts';
import { DELIVERY_PREFIX } from '../../../functions/webhooks/adapters/keys.ts';
import { MAX_BLOCKING_ATTEMPTS } from '../../../functions/webhooks/rules/backoff.ts';
import { storedDelivery } from '../../../functions/webhooks/rules/delivery.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import type { List } from '../../../functions/lists/rules/list.ts';
import { TEST_EVENT_TYPE } from '../../../shared/model/webhook.ts';
import type { Simulation } from '../simulation.ts';
import { runCheck, type CheckCounts } from '../violation.ts';
import { type ReceivedAttempt, isReceiverOfKind, isAccepted } from './receivers.ts';

const THREE_DAYS_MS = 3 * 24 * 60 * MINUTE_MS;
/** Time after an event by which its deliveries have ended, including the last delays. */
const FOUR_DAYS_MS = 4 * 24 * 60 * MINUTE_MS;
/** Maximum delay of a test event to a receiver that accepts everything while others hang. */
const MAX_DELAY_MS = MINUTE_MS;

/** Expects that no received request has violated an invariant. */
export function expectNoReceiverProblems({ receivers }: Simulation): void {
  assert.deepEqual(receivers.problems, []);
}

/** Expects the final event of a list, which is stored in the transaction that ends the list. */
export function expectEventStored({ webhookFacts }: Simulation, list: List): void {
  if (list.recheckOf || list.status !== LIST_STATUS.finished) return;
  const isStored = Array.from(webhookFacts.events.values()).some(
    ({ event: { type, subject } }) => type === 'list.finished' && subject === list.listId,
  );
  assert.ok(isStored, `no event reports that ${list.listId} is finished`);
}

function expectPromptTests({ receivers, webhookFacts }: Simulation, since: number): void {
  for (const [id, phases] of webhookFacts.endpoints) {
    const { endpoint } = phases.at(-1) ?? {};
    if (endpoint?.status !== 'on' || !isReceiverOfKind(endpoint.url, 'takes')) continue;
    if (isTestOwner(endpoint.userId)) continue;
    const tests = receivers.attempts.filter(
      (each) => each.endpointId === id && each.at >= since && typeOf(each) === TEST_EVENT_TYPE,
    );
    for (const { arrivedAt } of tests)
      assert.ok(
        (arrivedAt ?? Infinity) <= since + MAX_DELAY_MS,
        `${endpoint.url} was notified after ${((arrivedAt ?? Infinity) - since) / 1000} s`,
      );
  }
}

/**
 * Expects that receivers that accept everything got their test events quickly, however many other
 * receivers hang.
 * @param since time when all endpoints were tested
 */
export const expectPromptDelivery = (
  world: Simulation,
  checked: CheckCounts,
  since: number,
): Promise<void> =>
  runCheck(checked, 'no receiver waits for one that hangs', () => expectPromptTests(world, since));

const typeOf = ({ body }: ReceivedAttempt): unknown => (JSON.parse(body) as { type: unknown }).type;

/** Expects that all deliveries of every event have ended. Returns the number of deliveries. */
function expectDeliveries({ table, receivers, webhookFacts }: Simulation): number {
  for (const eventWindow of webhookFacts.events.values())
    for (const id of webhookFacts.subscribersOf(eventWindow))
      assert.ok(
        webhookFacts.deliveries.has(`${id}#${eventWindow.event.id}`),
        `${id} was not sent ${JSON.stringify(eventWindow.event)}`,
      );
  const stored = table.all().filter(({ SK }) => String(SK).startsWith(DELIVERY_PREFIX));
  for (const item of stored) {
    const { endpointId, id, status, createdAt, nextAt } = storedDelivery.parse(item);
    const name = `delivery ${endpointId}#${id}, ${status}`;
    const attempts = receivers.sameEvent({ endpointId, id });
    if (status === 'waiting') assert.fail(`${name} until ${nextAt}`);
    if (status === 'delivered')
      assert.ok(
        attempts.some((each) => each.arrivedAt !== undefined && isAccepted(each)),
        `${name}, was not accepted`,
      );
    if (status === 'failed' && webhookFacts.wasOnSince(endpointId, Date.parse(createdAt))) {
      const refused = attempts.filter((each) => !isAccepted(each)).map(({ at }) => at);
      const forMs = Math.max(...refused) - Math.min(...refused);
      assert.ok(forMs >= THREE_DAYS_MS, `${name}, was tried for ${forMs / 1000} s`);
    }
  }
  return stored.length;
}

/** Whether an endpoint has a delivery of a recent event, which may still be retried. */
export const hasRetryableDelivery = ({ table, clock }: Simulation, endpointId: unknown): boolean =>
  table
    .all()
    .filter(({ SK }) => String(SK).startsWith(`${DELIVERY_PREFIX}${String(endpointId)}#`))
    .map((item) => storedDelivery.parse(item))
    .some(
      ({ status, createdAt }) =>
        status === 'waiting' && clock.now() - Date.parse(createdAt) < FOUR_DAYS_MS,
    );

/** Returns the part of an id that encodes its time. */
const momentOf = (id: string): string => id.slice(0, 10);

/** Expects that events about one subject first arrived in order. Returns the number of pairs. */
function expectOrder({ receivers, webhookFacts }: Simulation): number {
  const { attempts, askedAgain } = receivers;
  const writtenAt = (endpointId: string, id: string): number =>
    webhookFacts.events.get(id)?.from ?? webhookFacts.deliveries.get(`${endpointId}#${id}`) ?? 0;
  let pairs = 0;
  for (const [endpointId, phases] of webhookFacts.endpoints) {
    const isSimple = phases.every(
      ({ endpoint }) =>
        !endpoint || (endpoint.status === 'on' && isReceiverOfKind(endpoint.url, 'takes')),
    );
    if (!isSimple) continue;
    const first = new Map<string, { readonly id: string; readonly at: number }[]>();
    for (const [at, attempt] of attempts.entries()) {
      const { id } = attempt;
      if (attempt.endpointId !== endpointId || attempt.arrivedAt === undefined) continue;
      const { subject = TEST_EVENT_TYPE } = webhookFacts.events.get(id)?.event ?? {};
      if (askedAgain.has(`${endpointId}#${id}`)) continue;
      const before = first.get(subject) ?? [];
      if (!before.some((each) => each.id === id)) first.set(subject, [...before, { id, at }]);
    }
    for (const got of first.values())
      for (const [index, { id, at }] of got.entries()) {
        const previous = got[index - 1];
        if (!previous) continue;
        pairs += 1;
        if (momentOf(previous.id) <= momentOf(id)) continue;
        // A slow writer may give its event an id with an earlier time.
        if (writtenAt(endpointId, previous.id) <= writtenAt(endpointId, id)) continue;
        const failed = attempts
          .slice(0, previous.at)
          .filter((each) => each.endpointId === endpointId && each.id === id);
        assert.ok(
          failed.length >= MAX_BLOCKING_ATTEMPTS,
          `${endpointId} got ${previous.id} before ${id}, attempt ${at}`,
        );
      }
  }
  return pairs;
}

export const [DELIVERIES, IN_ORDER] = ['deliveries that ended', 'events in order'] as const;

/** Expects the invariants that hold four days after the last event, when all retries have ended. */
export async function expectAllDelivered(world: Simulation, checked: CheckCounts): Promise<void> {
  for (const [name, countChecked] of [
    [DELIVERIES, expectDeliveries],
    [IN_ORDER, expectOrder],
  ] as const)
    await runCheck(checked, `${name} are correct`, () => {
      checked.set(name, (checked.get(name) ?? 0) + countChecked(world));
    });
}
