import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { RouteHandler } from '../../functions/access/serve-route.ts';
import type { ScheduleHandler } from '../../functions/platform/schedule/serve-schedule.ts';
import { routes } from '../support/routes.ts';
import { bundleNameOf, functionEntries, scheduleNeeds } from '../../infra/features/index.ts';
import type { Route } from '../../shared/contract/route.ts';
import type { DueDelivery } from '../../lab/fake-stripe/src/events/deliver.ts';
import { invoke, takeMissingGrants } from '../support/invoke.ts';
import { createApiEvent, type ApiEventParts, lambdaContext } from '../support/api-event.ts';
import type { QueuedMessage } from '../support/memory-sqs.ts';
import { POISON_ERROR_MESSAGE } from '../support/fake-engine.ts';
import { WELCOME_CREDITS } from '../../shared/model/credits.ts';
import { addMember, PERSON_PASSWORD, createPerson } from '../support/people.ts';
import { sqsRecord } from '../support/sqs-event.ts';
import { signPayload } from '../support/stripe-signature.ts';
import type { AllDeps } from '../support/compose.ts';
import { createCloud, type InjectedBug } from './cloud.ts';
import type { Lineage } from './lineage.ts';
import { batchSizeOf, isConsumedQueue, type ConsumedQueue, WORKERS_BY_QUEUE } from './queues.ts';
import type { SimulatedUpload } from './uploads.ts';
import { ViolationError } from './violation.ts';

const SCHEDULES = await Promise.all(
  [...scheduleNeeds].map(async ([name, { everyMinutes }]) => {
    const file = functionEntries[bundleNameOf(name)]?.file;
    const module: unknown = await import(/* @vite-ignore */ `../../${file}`);
    const handler = Reflect.get(module as object, name) as ScheduleHandler<AllDeps>;
    return { name, everyMs: everyMinutes * 60_000, handler };
  }),
);
/** A customer who runs hostile mail servers. */
export const HOSTILE_EMAIL = 'mallory@mail.example';
/** Number of rows of the only list of a new customer. */
export const FIRST_LIST_ROWS = 1000;
/** A customer who watches lists, and may buy packs automatically. */
const KEEPER = 'keeper@mail.example';
/** Enough credits to check one of the keeper's lists, but not two. */
const KEEPER_CREDITS = 20;
/** An account of colleagues, with too few credits for all of them. */
const TEAM = 'team@mail.example';
const TEAM_CREDITS = 6;
const TEAM_PEOPLE = [
  ['team-one@mail.example', true],
  ['team-two@mail.example', true],
  ['team-three@mail.example', undefined],
] as const;
/** Accounts at one domain, which do not exist at the start. */
const RIDERS = ['one', 'two', 'three', 'four', 'five'].map((name) => `${name}@riders.example`);
/** Customers who have an account from the start, with their credits. */
const CUSTOMERS = [
  ['rich@mail.example', 60],
  ['poor@mail.example', 5],
  [HOSTILE_EMAIL, 100_000],
] as const;

export interface RouteResponse {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Whether a fault was injected into the call. */
  readonly isFaulty: boolean;
}

/** A person, with or without an account. */
export interface Visitor {
  readonly email: string;
  readonly password: string;
  /** Headers of calls within a session, once the visitor has one. */
  headers?: Readonly<Record<string, string>>;
  /** Secret of a registration whose code has not been confirmed. */
  registration?: string;
  /** The last live key that the visitor saw, which may no longer be valid. */
  apiKey?: string;
  /** The last test key that the visitor saw, which may no longer be valid. */
  testKey?: string;
  /** The code that the visitor tried last. */
  tried?: string;
  formKey?: string;
}

interface TeamMember extends Visitor {
  id: string;
}

/** @param random uniform in [0, 1) */
export type ActionHandler = (
  world: Simulation,
  who: Visitor,
  random: () => number,
) => Promise<void>;

/** An upload whose presigned POST is valid until `until`, in epoch milliseconds. */
export interface PendingUpload {
  readonly key: string;
  readonly upload: SimulatedUpload;
  readonly until: number;
  arrived: boolean;
}

/** The simulated product: its users, and its functions in simulated execution environments. */
export type Simulation = Awaited<ReturnType<typeof createSimulation>>;

const recordOf = ({ id, queue, body, receives, messageAttributes }: QueuedMessage) =>
  sqsRecord(JSON.parse(body), {
    messageId: id,
    receiveCount: receives,
    queue,
    messageAttributes: Object.fromEntries(
      Object.entries(messageAttributes as Record<string, { StringValue?: string }>).map(
        ([name, { StringValue = '' }]) => [name, { dataType: 'String', stringValue: StringValue }],
      ),
    ),
  });

/** Whether a logged failure is expected without a fault: some addresses always crash the engine. */
const isExpected = (line = ''): boolean => line.includes(POISON_ERROR_MESSAGE);

/** Creates a violation for a response that failed although no fault was injected. */
function unexplained(name: string, status: number, lines: readonly string[]): ViolationError {
  return new ViolationError(
    'no failure without a fault',
    `${name} ${status}\n${lines.at(-1) ?? ''}`,
  );
}

/**
 * Creates the simulated product and its users.
 * @param isWireFaulty whether DNS datagrams and connections to mail servers may fail
 */
export async function createSimulation(plant: InjectedBug = {}, isWireFaulty = true) {
  const cloud = createCloud(plant, isWireFaulty);
  const { clock, network, sqs, stripe, ids } = cloud;
  ids.reseed('start');
  const faultFree = cloud.process();
  const admin = await createPerson(faultFree, { admin: true, email: 'admin@tamis.example' });
  const visitors: Visitor[] = [{ email: 'ada@mail.example', password: 'Sieve4all' }];
  const createCustomer = async (email: string, amount: number, paid = false): Promise<Visitor> => {
    const { user, headers } = await createPerson(faultFree, { email, paid });
    await faultFree.ledger.grant(user.id, { source: 'adm:start', amount, why: 'start' });
    return { email, password: PERSON_PASSWORD, headers };
  };
  for (const [email, amount] of CUSTOMERS) visitors.push(await createCustomer(email, amount));
  async function createTeam() {
    const customer = await createCustomer(TEAM, TEAM_CREDITS, true);
    const { id: accountId = '' } = (await faultFree.accounts.findByEmail(TEAM)) ?? {};
    // A transfer changes the account's owner, and the id of its first owner.
    const owner: TeamMember = { id: accountId, ...customer };
    const people: TeamMember[] = [];
    for (const [email, memberOnly] of TEAM_PEOPLE) {
      const person = await createPerson(faultFree, { email, memberOnly });
      await addMember(faultFree, { user: { ...person.user, id: accountId } }, person, 'member');
      const { headers } = person;
      people.push({ id: person.user.id, email, password: PERSON_PASSWORD, headers });
    }
    return { accountId, owner, people, attempts: new Map<string, number>() };
  }
  const keeper = await createCustomer(KEEPER, KEEPER_CREDITS, true);
  const { id: keeperId = '' } = (await faultFree.accounts.findByEmail(KEEPER)) ?? {};
  const topUp = { planId: 'pack_1000', below: 1, timesAMonth: 2, failures: 0 };
  await faultFree.lowBalanceAlerts.change(keeperId, () => ({ topUp }));
  const team = await createTeam();
  const pendingUploads: PendingUpload[] = [];
  const idle = new Map<string, AllDeps[]>();
  const ranAt = new Map<string, number>();

  /**
   * Runs a function in an idle execution environment, or in a new one if none is idle. Returns
   * undefined if the process was killed.
   */
  async function inEnvironment<T>(
    name: string,
    subject: string,
    work: (deps: AllDeps) => Promise<T>,
    lineage?: Lineage,
  ): Promise<T | undefined> {
    const free = idle.get(name) ?? [];
    idle.set(name, free);
    const deps = free.pop() ?? cloud.process();
    const result = await network.run({ name, subject, lineage }, () => work(deps));
    const [missing] = takeMissingGrants();
    if (missing) throw new ViolationError('functions use only their grants', missing.stack ?? '');
    if (result !== undefined) free.push(deps);
    return result;
  }

  const world = {
    ...cloud,
    faultFree,
    admin,
    visitors,
    /** Accounts at one domain that try to get verdicts for free. */
    riders: [
      await createCustomer('zero@riders.example', WELCOME_CREDITS),
      ...RIDERS.map((email): Visitor => ({ email, password: 'Sieve4all' })),
    ],
    /** A customer who guesses addresses with lists and single checks. */
    harvester: await createCustomer('harvester@mail.example', 400),
    /** A paying customer who guesses addresses with a form. */
    guesser: await createCustomer('guesser@mail.example', 400, true),
    /** A paying customer with many small lists, who forges bounce reports. */
    forger: await createCustomer('forger@mail.example', 400, true),
    /** A paying customer who has the same unknown addresses checked again and again. */
    repeater: await createCustomer('repeater@mail.example', 250, true),
    /** A paying customer in the first week, with exactly the credits of one large list. */
    starter: await createCustomer('starter@mail.example', FIRST_LIST_ROWS, true),
    /** A heavy user whom no limit may block. */
    agency: await createCustomer('agency@mail.example', 100_000, true),
    keeper,
    /** A paying customer whose contacts are at another service. */
    importer: await createCustomer('importer@mail.example', 10_000, true),
    /** An account whose members spend its last credits while its members and owner change. */
    team,
    /** A customer who reports bounces. */
    sender: await createCustomer('sender@mail.example', 1000, true),
    /** Names of the lists in which addresses are guessed. */
    guessLists: new Set<string>(),
    /** Number of guessed addresses that single checks found undeliverable, by UTC day. */
    refusedChecks: new Map<string, number>(),
    /** Ids of emails, lists and reports whose worker had a fault, so that emails may be missing. */
    faultyMessages: new Set<string>(),
    /** Uploads by list name. If a file was overwritten, the list may contain any version of it. */
    uploads: new Map<string, SimulatedUpload[]>(),
    pendingUploads,
    /** Addresses of users whose email bounced permanently. */
    bounced: new Set<string>(),

    /** Calls a route. Returns undefined if the process was killed. */
    async call<P>(
      handler: RouteHandler<Route, P>,
      given: ApiEventParts,
    ): Promise<RouteResponse | undefined> {
      const { route } = handler;
      const name = `${route.method} ${route.path}`;
      return inEnvironment(name, '', async (deps) => {
        const event = createApiEvent(route, given);
        // The time limit is real time, which the calls of other processes use up, too.
        const limits = lambdaContext(120_000);
        const response = await invoke(handler, deps as never, event, limits);
        const { statusCode, body, headers = {} } = response;
        const met = network.current()?.injectedFaults ?? [];
        if (statusCode >= 500 && met.length === 0) throw unexplained(name, statusCode, cloud.lines);
        const isJson = body.startsWith('{');
        return {
          status: statusCode,
          body: isJson ? JSON.parse(body) : { text: body },
          headers,
          isFaulty: met.length > 0,
        };
      });
    },

    /**
     * Returns a function that delivers up to a batch of messages; undefined if no message is
     * visible.
     */
    deliver(queue: string, random: () => number): (() => Promise<void>) | undefined {
      if (!isConsumedQueue(queue)) return undefined;
      const pick = (of: number) => Math.floor(random() * of);
      const messages = sqs.receive(queue, batchSizeOf(queue), pick);
      if (messages.length === 0) return undefined;
      // Standard queues sometimes redeliver a message, and sometimes lose its deletion.
      const again = random() < 0.05 ? messages[0] : undefined;
      if (again) again.visibleAt = clock.now();
      const skipsDelete = random() < 0.03;
      return () => processBatch(queue, messages, skipsDelete);
    },

    async deliverEvent({ delivery, event }: DueDelivery): Promise<void> {
      const payload = JSON.stringify(event);
      const response = await world.call(routes.stripeWebhook, {
        body: payload,
        headers: { 'Stripe-Signature': signPayload(payload, clock.now()) },
      });
      stripe.noteDelivery(delivery, response?.status === 200);
    },

    /**
     * Performs an action of an operator or schedule. Ignores failures caused by injected faults,
     * because a later run repeats the work.
     */
    async command(name: string, run: (deps: AllDeps) => Promise<unknown>): Promise<void> {
      await inEnvironment(name, '', async (deps) => {
        try {
          await run(deps);
        } catch (error) {
          if (network.current()?.injectedFaults.length === 0) throw error;
        }
        return {};
      });
    },

    /** Returns functions that run the schedules that have become due since the last call. */
    dueSchedules(): (() => Promise<unknown>)[] {
      const now = clock.now();
      const due = SCHEDULES.filter(
        ({ name, everyMs }) => now - (ranAt.get(name) ?? Number.NEGATIVE_INFINITY) >= everyMs,
      );
      for (const { name } of due) ranAt.set(name, now);
      return due.map(
        ({ name, handler }) =>
          () =>
            world.command(name, (deps) => invoke(handler, deps, {}, lambdaContext(120_000))),
      );
    },
  };

  const noteFaulty = (messages: readonly QueuedMessage[]): void => {
    for (const { body } of messages) {
      const about = JSON.parse(body) as {
        readonly id?: string;
        readonly listId?: string;
        readonly reportId?: string;
        readonly Records?: readonly {
          readonly s3: { readonly object: { readonly key: string } };
        }[];
      };
      // Keys of objects contain the ids of their account and of their list or report.
      const keys = about.Records?.flatMap(({ s3 }) => s3.object.key.split('/')) ?? [];
      for (const each of [about.id, about.listId, about.reportId, ...keys])
        if (each !== undefined) world.faultyMessages.add(each);
    }
  };

  async function processBatch(
    queue: ConsumedQueue,
    messages: readonly QueuedMessage[],
    skipsDelete: boolean,
  ): Promise<void> {
    const { worker } = WORKERS_BY_QUEUE[queue];
    const work = async (deps: AllDeps) => {
      const event = { Records: messages.map(recordOf) };
      try {
        const done = await invoke<AllDeps, SQSEvent, SQSBatchResponse>(
          WORKERS_BY_QUEUE[queue],
          deps,
          event,
          lambdaContext(120_000),
        );
        const fails = done.batchItemFailures.length > 0;
        if (
          fails &&
          network.current()?.injectedFaults.length === 0 &&
          !isExpected(cloud.lines.at(-1))
        )
          throw unexplained(worker, 500, cloud.lines);
        return done;
      } finally {
        if (network.current()?.injectedFaults.length !== 0) noteFaulty(messages);
      }
    };
    const lineage = cloud.lineages.begin(worker, messages);
    const result = await inEnvironment(worker, messages[0]?.body ?? '', work, lineage);
    if (!result) return;
    const failed = new Set(result.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    for (const message of messages)
      if (!failed.has(message.id) && !skipsDelete) sqs.remove(message);
  }

  return world;
}
