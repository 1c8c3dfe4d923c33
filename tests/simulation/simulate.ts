import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/model/duration.ts';
import { USER_STATUS } from '../../shared/model/account.ts';
import { routes } from '../support/routes.ts';
import { randomFrom } from '../support/random.ts';
import {
  expectFinalInvariants,
  expectContinuousInvariants,
  expectQuiescentInvariants,
} from './checks.ts';
import { isPending, mayWaitForDays } from './pending.ts';
import { type CheckCounts, ViolationError } from './violation.ts';
import type { InjectedBug } from './cloud.ts';
import type { SimulationHistory, HistoryStep } from './history.ts';
import { type ActionName, performAction } from './population.ts';
import { WORKERS_BY_QUEUE } from './queues.ts';
import { connectContacts, reachReadingHour, startConnection } from './people/connected.ts';
import { watchAllKeeperLists } from './people/honest.ts';
import { createSimulation, type Simulation } from './simulation.ts';
import { expectAllDelivered, expectPromptDelivery } from './webhooks/check-webhooks.ts';
import { createFirstEndpointActions, testAllEndpoints } from './webhooks/endpoints.ts';

export interface SimulationOutcome {
  readonly violation: ViolationError | undefined;
  /**
   * Index of the step with the violation; the number of steps if it was found after the last step.
   */
  readonly step: number;
  /** Hash of all calls, hexadecimal. */
  readonly hash: string;
  readonly calls: number;
  readonly injected: ReadonlyMap<string, number>;
  readonly checked: CheckCounts;
  /** Maximum virtual time in milliseconds by which hostile customers delayed a verdict. */
  readonly delayMs: number;
  /** Trace lines of the last calls. */
  readonly trace: readonly string[];
  /** Log lines of level `warn` and above. */
  readonly lines: readonly string[];
}

const QUEUES = Object.keys(WORKERS_BY_QUEUE);

/** Returns up to `maxDeliveries` functions that deliver messages of random queues. */
function deliveries(
  world: Simulation,
  maxDeliveries: number,
  random: () => number,
): (() => Promise<void>)[] {
  const parties: (() => Promise<void>)[] = [];
  const due = world.stripe.due();
  while (parties.length < maxDeliveries) {
    const now = world.clock.now();
    const waiting = new Set(
      world.sqs.messages.filter(({ visibleAt }) => visibleAt <= now).map(({ queue }) => queue),
    );
    const queues = QUEUES.filter((queue) => waiting.has(queue));
    const at = Math.floor(random() * (queues.length + (due.length > 0 ? 1 : 0)));
    const event =
      at === queues.length ? due.splice(Math.floor(random() * due.length), 1)[0] : undefined;
    if (event) {
      // Stripe delivers events at least once, and not always in order.
      parties.push(() => world.deliverEvent(event));
      if (random() < 0.1) parties.push(() => world.deliverEvent(event));
      continue;
    }
    const queue = queues[at];
    const party = queue === undefined ? undefined : world.deliver(queue, random);
    if (!party && queues.length === 0) break;
    if (party) parties.push(party);
  }
  return parties;
}

/** Deletes some expired items, because DynamoDB deletes each within days of its `ttl`. */
function expire({ table, clock }: Simulation, random: () => number): void {
  for (const item of table.all()) {
    const { ttl } = item;
    if (typeof ttl === 'number' && ttl * 1000 < clock.now() && random() < 0.3) table.remove(item);
  }
}

async function runStep(
  world: Simulation,
  step: HistoryStep<ActionName>,
  at: number,
): Promise<void> {
  const random = randomFrom(step.seed);
  world.ids.reseed(`${step.seed}`);
  world.clock.advance(step.wait * 1000);
  expire(world, random);
  world.hash.update(`step ${at}\n`);
  const parties = [
    ...step.acts.map((act) => () => performAction(world, act)),
    ...world.dueSchedules(),
    ...deliveries(world, step.deliveries, random),
  ];
  await world.network.together(parties, { random, faults: step.faults });
}

const MAX_ROUNDS = 400;
const noFaults = (random: () => number) => ({ random, faults: [] });

/** Delivers everything without faults, and advances time for as long as necessary. */
async function runToQuiescence(world: Simulation, random: () => number): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const parties = [...world.dueSchedules(), ...deliveries(world, 20, random)];
    await world.network.together(parties, noFaults(random));
    const now = world.clock.now();
    const messages = world.sqs.messages.filter(({ queue }) => QUEUES.includes(queue));
    const next = Math.min(
      ...messages.map(({ visibleAt }) => visibleAt),
      ...world.stripe.state.deliveries.map(({ nextAt }) => nextAt ?? Number.POSITIVE_INFINITY),
    );
    if (next <= now || world.stripe.due().length > 0) continue;
    const busy = world.table.all().some((item) => isPending(item) && !mayWaitForDays(world, item));
    if (next === Number.POSITIVE_INFINITY && !busy) return;
    world.clock.advance(
      Math.max(1000, Math.min(next - now, busy ? 16 * MINUTE_MS : 60 * MINUTE_MS)),
    );
  }
  const pending = world.table
    .all()
    .filter((item) => isPending(item) && !mayWaitForDays(world, item));
  const unprocessed = [
    ...world.sqs.messages.map(({ queue, body }) => `${queue} ${body}`),
    ...pending.map((item) => JSON.stringify(item)),
  ];
  throw new ViolationError('all work ends', unprocessed.slice(0, 5).join('\n'));
}

/** Advances a few hours, so that undelivered events are found and their effects follow. */
async function advanceHours(world: Simulation, random: () => number): Promise<void> {
  for (let hour = 0; hour < 4; hour += 1) {
    await runToQuiescence(world, random);
    world.clock.advance(HOUR_MS);
  }
  await runToQuiescence(world, random);
}

async function readContactBounces(world: Simulation, random: () => number): Promise<void> {
  await reachReadingHour(world);
  await runToQuiescence(world, random);
}

async function activateAll(world: Simulation): Promise<void> {
  for (const { email } of world.visitors) {
    const user = await world.faultFree.accounts.findByEmail(email);
    if (user?.status !== USER_STATUS.inactive) continue;
    const { headers } = world.admin;
    await world.call(routes.updateUser, { headers, body: { id: user.id, status: 1 } });
  }
}

/**
 * Ends a run, and checks its invariants when it is quiescent, four days later and a month later.
 */
async function finish(world: Simulation, checked: CheckCounts, seed: number): Promise<void> {
  const random = randomFrom(seed);
  world.ids.reseed(`end ${seed}`);
  world.hash.update('end\n');
  await world.network.together(
    [() => activateAll(world), () => connectContacts(world)],
    noFaults(random),
  );
  await runToQuiescence(world, random);
  await world.network.together(
    [() => testAllEndpoints(world), () => watchAllKeeperLists(world)],
    noFaults(random),
  );
  await advanceHours(world, random);
  const testedAt = world.clock.now();
  await world.network.together([() => testAllEndpoints(world)], noFaults(random));
  await advanceHours(world, random);
  await expectPromptDelivery(world, checked, testedAt);
  await expectContinuousInvariants(world, checked);
  await expectQuiescentInvariants(world, checked);
  await readContactBounces(world, random);
  world.clock.advance(4 * DAY_MS);
  await runToQuiescence(world, random);
  await readContactBounces(world, random);
  await expectAllDelivered(world, checked);
  // Four weeks in total, because watched lists are checked weekly.
  for (const days of [4, 23, 1]) {
    world.clock.advance(days * DAY_MS);
    expire(world, random);
    await advanceHours(world, random);
  }
  await expectContinuousInvariants(world, checked);
  await expectFinalInvariants(world, checked);
}

/** Runs a history until no work is left. The same history always has the same outcome. */
export async function simulate(
  history: SimulationHistory<ActionName>,
  seed: number,
  plant?: InjectedBug,
): Promise<SimulationOutcome> {
  // Runs with an even seed have no network faults, so that their verdicts can be compared with the
  // verdicts of a run without hostile customers.
  const world = await createSimulation(plant, seed % 2 === 1);
  await world.network.together(
    [...createFirstEndpointActions(world), () => startConnection(world)],
    noFaults(() => 0),
  );
  const checked: CheckCounts = new Map();
  let at = 0;
  let violation: ViolationError | undefined;
  try {
    for (const step of history) {
      await runStep(world, step, at);
      await expectContinuousInvariants(world, checked);
      at += 1;
    }
    await finish(world, checked, seed);
  } catch (error) {
    if (error instanceof ViolationError) {
      violation = error;
    } else {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      violation = new ViolationError('no unexpected error', message);
    }
  }
  return {
    violation,
    step: at,
    hash: world.hash.digest('hex'),
    calls: world.network.calls(),
    injected: world.network.injected,
    checked,
    delayMs: world.neighbors.delayMs,
    trace: world.trace,
    lines: world.lines,
  };
}
