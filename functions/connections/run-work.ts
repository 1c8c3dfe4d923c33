import { notifyWebhookWorker } from '../events/notify-webhook-worker.ts';
import type { NewEvent } from '../events/rules/event.ts';
import type { TransactionStep } from '../platform/dynamo/db.ts';
import type { LogFields } from '../platform/log.ts';
import { runGuarded } from '../platform/queue/run-guard.ts';
import { countRun, recordFailedRun, type Runs, slotRetrySeconds } from '../platform/rules/runs.ts';
import type { ApplyMessage, ImportMessage } from '../../shared/messages/connections.ts';
import { MAX_DELAY_SECONDS, MAX_WRITE_SECONDS } from '../platform/sqs/max-delay.ts';
import type { ConnectionsDeps } from './deps.ts';
import { MAX_RUN_MS } from './rules/import.ts';
import { ServiceError, type ServiceFailure } from './rules/service.ts';

/**
 * Finishes work together with its event, and notifies the webhook worker.
 * @param change makes the change in a transaction with a write; returns undefined if another run
 * has changed the work
 */
export async function endWithEvent<Ended>(
  deps: Pick<ConnectionsDeps, 'clock' | 'log' | 'outbox' | 'webhookQueue'>,
  event: Omit<NewEvent<'apply.finished'>, 'at'> | Omit<NewEvent<'import.finished'>, 'at'>,
  change: (write: TransactionStep) => Promise<Ended | undefined>,
): Promise<Ended | undefined> {
  const ended = await change(deps.outbox.write({ ...event, at: deps.clock.now() }));
  if (ended) await notifyWebhookWorker(deps, { kind: 'events', v: 1, userId: event.userId });
  return ended;
}

/**
 * Sends the messages of work before a write that starts or continues it, in case the process is
 * killed between the write and the messages that follow. They have no effect on work that has
 * already started.
 */
export const sendIntents = (
  { connectionsQueue }: Pick<ConnectionsDeps, 'connectionsQueue'>,
  messages: readonly (ApplyMessage | ImportMessage)[],
): Promise<void> =>
  connectionsQueue.send(
    messages.map((message) => Object.assign({}, message, { unlessBegun: true as const })),
    MAX_WRITE_SECONDS,
  );

type RunWorkDeps = Pick<ConnectionsDeps, 'clock' | 'env' | 'log'>;

/** Time after which a run starts no further call to a service. */
export const RUN_MS = 70_000;
/** How long runs may fail before the work fails. */
const MAX_FAILING_MS = 45 * 60_000;

type StoredWork = Runs & { readonly state: string; readonly error?: string | undefined };
type ErrorOf<Stored extends StoredWork> = ServiceFailure | NonNullable<Stored['error']>;
interface RunChange<Stored extends StoredWork> extends Runs {
  readonly failingSince?: number | undefined;
  readonly state?: Stored['state'] | 'paused';
}

/**
 * An import, a job that changes contacts, or a read of bounces. Its stored item also records its
 * runs.
 */
export interface Work<Stored extends StoredWork> {
  readonly fields: LogFields;
  /** Returns the stored work; undefined if it has finished. */
  find(): Promise<Stored | undefined>;
  /** ISO 8601 time at which the current phase of the work started. */
  startOf(found: Stored): string;
  /** The state during a run. */
  runningState(found: Stored): Stored['state'];
  acquireSlot(found: Stored, now: number): Promise<boolean>;
  /** Returns the changed work, or undefined if another run has changed it. */
  change(current: Stored, to: RunChange<Stored>): Promise<Stored | undefined>;
  /** Sends the message of the work again. */
  resend(seconds: number): Promise<void>;
  /**
   * Fails the work, with a reason that its owner sees. Returns undefined if another run has changed
   * it.
   */
  fail(current: Stored, error: ErrorOf<Stored>): Promise<Stored | undefined>;
  run(begun: Stored): Promise<LogFields>;
}

/** The runs of work that has no active run and no recent failure. */
export const NO_RUN = { attempts: 0, attemptedAt: undefined, failingSince: undefined } as const;

const resend = <Stored extends StoredWork>(work: Work<Stored>, seconds: number): Promise<void> =>
  work.resend(Math.min(MAX_DELAY_SECONDS, Math.ceil(seconds)));

/** Lets the next run continue. This run stops now, so it does not count as killed. */
export async function continueLater<Stored extends StoredWork>(
  work: Work<Stored>,
  current: Stored,
  seconds = 0,
): Promise<LogFields> {
  await work.change(current, NO_RUN);
  await resend(work, seconds);
  return { outcome: 'requeued' };
}

/** Ends work that cannot succeed. Its stored state may be newer than the one of the run. */
export async function failWork<Stored extends StoredWork>(
  work: Work<Stored>,
  reason: ErrorOf<Stored>,
): Promise<LogFields> {
  const latest = await work.find();
  const failed = latest && (await work.fail(latest, reason));
  return failed ? { outcome: 'refused', reason } : { outcome: 'stale' };
}

/**
 * Runs work of an account, one piece at a time. Any number of runs may be killed at any point, so
 * `run` continues from what is stored.
 * @param unlessBegun whether to ignore work that a run has begun, unless it is paused
 */
export async function runWork<Stored extends StoredWork>(
  deps: RunWorkDeps,
  work: Work<Stored>,
  unlessBegun = false,
): Promise<LogFields> {
  const { clock, env, log } = deps;
  const { fields } = work;
  const found = await work.find();
  const isBegun = found?.attempts !== undefined && found.state !== 'paused';
  if (!found || (unlessBegun && isBegun)) return { ...fields, outcome: 'noop' };
  const now = clock.now();
  const running = { ...countRun(found, MAX_RUN_MS, now), state: work.runningState(found) };
  const isFree = await work.acquireSlot(found, now);
  const current = isFree ? await work.change(found, running) : undefined;
  if (!current) {
    // No run can succeed while the work waits for its slot, so earlier failures do not count.
    if (!isFree && found.attemptedAt === undefined && typeof found.failingSince === 'number')
      await work.change(found, NO_RUN);
    await resend(work, slotRetrySeconds(now - Date.parse(work.startOf(found))));
    return { ...fields, outcome: 'deferred' };
  }
  const outcome = await runGuarded(log, now, {
    fields,
    runs: current,
    maxFailingMs: MAX_FAILING_MS / env.TIME_SCALE,
    giveUp: () => failWork(work, 'unavailable'),
    fail: (error) => handleFailure(deps, work, error),
    run: () => work.run(current),
  });
  return { ...fields, ...outcome };
}

/** Decides from the service's response whether the work fails, waits, or is retried. */
async function handleFailure<Stored extends StoredWork>(
  { clock }: Pick<RunWorkDeps, 'clock'>,
  work: Work<Stored>,
  error: unknown,
): Promise<LogFields> {
  const current = await work.find();
  if (!current) return { outcome: 'stale' };
  if (error instanceof ServiceError && error.failure !== 'unavailable') {
    const { failure, retryAfterMs = 0 } = error;
    if (failure !== 'limited' && failure !== 'revoked') return failWork(work, failure);
    await work.change(current, { ...NO_RUN, ...(failure === 'revoked' && { state: 'paused' }) });
    if (failure === 'limited') await resend(work, retryAfterMs / 1000);
    return { outcome: 'deferred', reason: failure };
  }
  const failed = recordFailedRun(current, clock.now());
  await work.change(current, { ...failed, attemptedAt: undefined });
  throw error;
}
