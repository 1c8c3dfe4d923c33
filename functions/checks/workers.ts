import type { Context as LambdaContext, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { type EngineCall, engineCall, type EngineResponse } from '../../shared/messages/engine.ts';
import {
  type EngineAnswer,
  type EngineTask,
  engineTask,
  MAX_RECEIVES,
} from '../../shared/messages/engine-task.ts';
import { ENGINE_PROBE_ADDRESS } from '../../shared/model/key-kind.ts';
import { type DepsOf, depsOf } from '../platform/container.ts';
import { blobs, clock, env, log } from '../platform/context.ts';
import type { LogFields } from '../platform/log.ts';
import { serveQueue } from '../platform/queue/serve-queue.ts';
import { undefinedIfForbidden } from '../platform/s3/s3-blobs.ts';
import { currentRequestId, withRequestId } from '../platform/request-id.ts';
import { serveSchedule } from '../platform/schedule/serve-schedule.ts';
import type { RetryScheduler } from '../platform/sqs/retries.ts';
import { checkEgressHosts } from './check-egress.ts';
import {
  dnsRecords,
  egressAddresses,
  egressEngine,
  engineFrom,
  offlineEngine,
} from './engine-context.ts';

export const checkEgress = /* @__PURE__ */ serveSchedule(
  'checkEgress',
  { clock, dnsRecords, egressAddresses, engineFrom, env, log },
  checkEgressHosts,
);

/**
 * The engine's network has no way to SQS, so it cannot hide a failed message. The message returns
 * after the visibility timeout of its queue.
 */
const retries = (): RetryScheduler => ({ schedule: async () => undefined });
// Listed without a spread, which would keep the adapters in the bundle of `checkEgress`.
const ENGINE_FACTORIES = { egressEngine, offlineEngine, blobs, clock, env, log, retries };
type EngineDeps = DepsOf<typeof ENGINE_FACTORIES>;
type Engines = Pick<EngineDeps, 'egressEngine' | 'offlineEngine'>;

/** Answers the call of a function that may not contact mail servers itself. */
export function handleEngineCall(engines: Engines, event: unknown): Promise<EngineResponse> {
  const { requestId, addresses, domainsOnly, options } = z.parse(engineCall, event);
  const engine = domainsOnly ? engines.offlineEngine : engines.egressEngine;
  return withRequestId(requestId, async () => {
    const connectionsBefore = engine.connections;
    const answers = await Array.fromAsync(engine.verify(addresses, options));
    const verdicts = answers.toSorted((a, b) => a.index - b.index).map(({ verdict }) => verdict);
    return { connections: engine.connections - connectionsBefore, verdicts };
  });
}

/** Time limit of a DNS query for the probe, within the time limit of the deployment. */
const PROBE_MS = 30_000;

/**
 * Proves that this version of the function works: a deployment calls it before any other function
 * does (infra/constructs/workers.ts). @throws if the engine does not answer as expected
 */
async function answerProbe(deps: EngineDeps): Promise<EngineResponse> {
  const deadline = deps.clock.now() + PROBE_MS;
  const response = await handleEngineCall(deps, {
    addresses: [ENGINE_PROBE_ADDRESS],
    domainsOnly: false,
    options: { deadline, attempt: 0, priority: 2, customer: 'operator' },
  } satisfies EngineCall);
  const [verdict] = response.verdicts;
  if (verdict?.status !== 'undeliverable')
    throw new Error(`The probe is ${verdict?.status} (${verdict?.reason}), not undeliverable`);
  return response;
}

/** Time reserved at the end of a run for storing the answer. */
const STORAGE_MARGIN_MS = 10_000;

/**
 * Verifies the addresses of a task, and stores the answer. Contacts no server if the answer exists,
 * because SQS may deliver a message twice.
 * @param receives failed receives of this message
 */
async function answerTask(
  deps: EngineDeps,
  { task, addresses, priority, answer, ...message }: EngineTask,
  { receiveCount, remainingMs }: { receiveCount: number; remainingMs(): number },
): Promise<LogFields> {
  const run = { list: task.listId, task: task.task };
  if ((await deps.blobs.size(answer).catch(undefinedIfForbidden)) !== undefined)
    return { ...run, outcome: 'duplicate' };
  const receives = message.receives + receiveCount - 1;
  const deadline = deps.clock.now() + remainingMs() - STORAGE_MARGIN_MS;
  const options = { deadline, attempt: task.attempt, priority, customer: task.userId };
  const response =
    receives < MAX_RECEIVES
      ? await handleEngineCall(deps, {
          requestId: currentRequestId(),
          addresses,
          domainsOnly: false,
          options,
        })
      : { connections: 0, verdicts: [] };
  const content = JSON.stringify({ ...response, receives } satisfies EngineAnswer);
  if (!(await deps.blobs.putIfMissing(answer, content))) return { ...run, outcome: 'duplicate' };
  return { ...run, outcome: receives < MAX_RECEIVES ? 'done' : 'failed' };
}

/** The CDK's trigger calls a function without an event, for which Lambda passes `{}`. */
const isProbe = (event: unknown): boolean => Object.keys(event ?? {}).length === 0;

const isQueueEvent = (event: unknown): event is SQSEvent =>
  typeof event === 'object' && event !== null && 'Records' in event;

/** Queues send tasks of lists. For all other checks, functions invoke the handler directly. */
interface EngineHandler {
  (event: SQSEvent, lambda: LambdaContext): Promise<SQSBatchResponse>;
  (event: unknown): Promise<EngineResponse>;
}

function serve(deps: EngineDeps) {
  const readQueue = serveQueue(
    'engine',
    engineTask,
    ENGINE_FACTORIES,
    (message, own, delivery) => answerTask(own, message, delivery),
    deps,
  );
  const handle = ((event: unknown, lambda: LambdaContext) => {
    if (isQueueEvent(event)) return readQueue(event, lambda);
    return isProbe(event) ? answerProbe(deps) : handleEngineCall(deps, event);
  }) as EngineHandler;
  /** `withDeps` returns the same handler with other dependencies, for tests. */
  return Object.assign(handle, { worker: 'engine', withDeps: serve });
}

export const engine = /* @__PURE__ */ serve(/* @__PURE__ */ depsOf(ENGINE_FACTORIES));
