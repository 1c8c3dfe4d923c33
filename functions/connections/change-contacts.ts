import { MARKED_STATUSES } from '../../shared/model/connections/apply-actions.ts';
import type { ApplyMessage } from '../../shared/messages/connections.ts';
import { statusForReason, VERDICT_REASONS } from '../../shared/model/verdict.ts';
import { findResultRows, readResultIndex, type ResultRow } from '../lists/result/result-rows.ts';
import { createRowMatcher } from '../lists/result/row-matcher.ts';
import { resultIdOf } from '../lists/rules/list.ts';
import type { ResultIndex } from '../lists/rules/result/result-index.ts';
import type { LogFields } from '../platform/log.ts';
import type { StoredApplyJob } from './rules/apply-job.ts';
import { toApplyJob } from './apply-verdicts.ts';
import { callConnection, type CallConnectionDeps } from './call-connection.ts';
import type { ConnectionsDeps } from './deps.ts';
import { CONTACT_ID_COLUMN } from './import-contacts.ts';
import {
  chosenStatusOf,
  computeChange,
  computeUndo,
  type Journal,
  type JournalEntry,
  journalKey,
  storedJournal,
} from './rules/apply-changes.ts';
import {
  continueLater,
  endWithEvent,
  failWork,
  NO_RUN,
  RUN_MS,
  runWork,
  type Work,
} from './run-work.ts';
import type { Contact, ContactState, Service, ServiceCall } from './rules/service.ts';

type ChangeContactsDeps = CallConnectionDeps &
  Pick<
    ConnectionsDeps,
    | 'applyJobs'
    | 'blobs'
    | 'clock'
    | 'connectionsQueue'
    | 'env'
    | 'ids'
    | 'lists'
    | 'log'
    | 'outbox'
    | 'webhookQueue'
  >;

/** Dependencies of a run, and its connection to the service. */
interface Run {
  readonly deps: ChangeContactsDeps;
  readonly service: Service;
  readonly call: ServiceCall;
}
type ContactRef = Pick<Contact, 'id' | 'email'>;

/**
 * Updates contacts at their service with the verdicts of a list, or undoes this, batch by batch.
 * Before a batch changes anything, its journal is stored and the job refers to it: a repeated batch
 * makes the changes of its journal, so the former values are never lost.
 */
export const changeContacts = (
  deps: ChangeContactsDeps,
  { userId, jobId, unlessBegun }: ApplyMessage,
): Promise<LogFields> => runWork(deps, jobWork(deps, userId, jobId), unlessBegun);

function jobWork(deps: ChangeContactsDeps, userId: string, jobId: string): Work<StoredApplyJob> {
  const { applyJobs, connectionsQueue } = deps;
  const work: Work<StoredApplyJob> = {
    fields: { job: jobId },
    async find() {
      const found = await applyJobs.get(userId, jobId);
      return found && ['working', 'undoing', 'paused'].includes(found.state) ? found : undefined;
    },
    startOf: ({ startedAt }) => startedAt,
    runningState: ({ isUndo }) => (isUndo ? 'undoing' : 'working'),
    acquireSlot: applyJobs.acquireSlot,
    change: applyJobs.change,
    resend: (seconds) => connectionsQueue.send([{ kind: 'apply', v: 1, userId, jobId }], seconds),
    fail: (latest, error) => endJob(deps, latest, { state: 'failed', error }),
    run: (begun) => continueJob(deps, work, begun),
  };
  return work;
}

/**
 * Finishes the job, after its slot is released so that its changes can be undone at once. Returns
 * undefined if another run has changed the job.
 */
function endJob(
  deps: ChangeContactsDeps,
  current: StoredApplyJob,
  to: Pick<StoredApplyJob, 'state' | 'error'>,
): Promise<StoredApplyJob | undefined> {
  const { userId, jobId: subject } = current;
  const data = toApplyJob({ ...current, ...to });
  return endWithEvent(deps, { userId, type: 'apply.finished', subject, data }, (write) =>
    deps.applyJobs.change(current, { ...to, ...NO_RUN }, write),
  );
}

async function continueJob(
  deps: ChangeContactsDeps,
  work: Work<StoredApplyJob>,
  begun: StoredApplyJob,
): Promise<LogFields> {
  const { clock, connections } = deps;
  const connection = await connections.get(begun.userId, begun.connectionId);
  if (!connection) return failWork(work, 'revoked');
  const list = await deps.lists.get(begun.userId, begun.listId);
  if (!list) return failWork(work, 'not_found');
  const end = clock.now() + RUN_MS;
  return callConnection(deps, connection, async (service, call) => {
    const run = { deps, service, call };
    const steps = begun.isUndo
      ? undoBatches(run, begun)
      : applyBatches(run, begun, resultIdOf(list));
    let latest = begun;
    for await (const current of steps) {
      if (!current) return { outcome: 'stale' };
      latest = current;
      if (clock.now() < end) continue;
      return { ...(await continueLater(work, current)), rows: current.done };
    }
    const state = begun.isUndo ? 'undone' : 'finished';
    const ended = await endJob(deps, latest, { state });
    return ended ? { outcome: 'done', rows: ended.done } : { outcome: 'stale' };
  });
}

/** Yields the job after each batch; undefined if another run has changed it. */
async function* applyBatches(
  run: Run,
  begun: StoredApplyJob,
  resultId: string,
): AsyncGenerator<StoredApplyJob | undefined> {
  const { deps, service, call } = run;
  const { applyJobs, blobs } = deps;
  const { actions, audienceId } = begun;
  const index = await readResultIndex(blobs, resultId);
  const reasons = VERDICT_REASONS.filter((each) => chosenStatusOf(each, actions));
  const total = reasons.reduce(
    (sum, each) => sum + (index.counts[statusForReason(each)]?.[each] ?? 0),
    0,
  );
  const marks = MARKED_STATUSES.filter((each) => actions[each].includes('mark'));
  await service.prepareChanges(call, audienceId, marks);
  let current = await applyJobs.change(begun, { total });
  yield current;
  // The changes of an interrupted batch may have been made.
  if (current?.journal !== undefined && current.next !== undefined) {
    const journal = await readJournal(run, current, current.journal);
    const states = await readStates(run, current, journal.entries);
    current = await finishBatch(run, current, journal, states);
    yield current;
  }
  const matcher = { ...createRowMatcher({}), reasons: new Set(reasons) };
  const start = { from: current?.row ?? 0, skip: 0 };
  const found = findResultRows(blobs, resultId, index, matcher, start, service.batchSize);
  for await (const rows of batchesOf(found, service.batchSize)) {
    const batch: Batch | undefined = current && (await beginBatch(run, current, rows, index));
    current = batch && (await finishBatch(run, batch.job, batch.journal));
    yield current;
  }
}

async function* batchesOf(
  found: AsyncIterable<{ readonly rows: readonly ResultRow[] }>,
  size: number,
): AsyncGenerator<readonly ResultRow[]> {
  let batch: ResultRow[] = [];
  for await (const { rows } of found)
    for (const row of rows) {
      batch.push(row);
      if (batch.length < size) continue;
      yield batch;
      batch = [];
    }
  if (batch.length > 0) yield batch;
}

async function readStates(
  { service, call }: Run,
  { audienceId }: StoredApplyJob,
  contacts: readonly ContactRef[],
): Promise<ReadonlyMap<string, ContactState>> {
  if (contacts.length === 0) return new Map();
  const states = await service.readStates(call, audienceId, contacts);
  return new Map(states.map((state) => [state.id, state]));
}

const readJournal = async (
  { deps }: Run,
  { listId }: StoredApplyJob,
  name: string,
): Promise<Journal> => {
  const bytes = await deps.blobs.bytes(journalKey(listId, name));
  return storedJournal.parse(JSON.parse(Buffer.from(bytes).toString()));
};

interface Batch {
  readonly job: StoredApplyJob;
  readonly journal: Journal;
}

/** Stores the changes of the next batch. Returns undefined if another run has changed the job. */
async function beginBatch(
  run: Run,
  current: StoredApplyJob,
  rows: readonly ResultRow[],
  { column, reasons }: ResultIndex,
): Promise<Batch | undefined> {
  const { applyJobs, blobs, ids } = run.deps;
  const { actions, listId } = current;
  const contacts = rows.map(({ cells, records, recordIndex }) => {
    const reason = reasons[(records.reasons[recordIndex] ?? 0) - 1];
    const status = reason && chosenStatusOf(reason, actions);
    return { id: cells[CONTACT_ID_COLUMN] ?? '', email: cells[column] ?? '', status };
  });
  const states = await readStates(run, current, contacts);
  const entries: JournalEntry[] = [];
  let unsubscribed = 0;
  let missing = 0;
  for (const { id, email, status } of contacts) {
    const state = states.get(id);
    if (!state) {
      missing += 1;
    } else if (!state.subscribed) {
      unsubscribed += 1;
    } else if (status) {
      const change = computeChange(state, status, actions[status]);
      if (change) entries.push({ id, email, ...change });
    }
  }
  const previous = current.journal;
  const journal = { previous, entries, contacts: contacts.length, unsubscribed, missing };
  const name = ids.token(6);
  await blobs.put(journalKey(listId, name), JSON.stringify(journal));
  const next = (rows.at(-1)?.row ?? 0) + 1;
  const job = await applyJobs.change(current, { journal: name, next });
  return job && { job, journal };
}

/**
 * Makes the changes of a journal, and counts its contacts.
 * @param states the current states, if the changes may have been made before. A contact who is no
 * longer subscribed is skipped: services unsubscribe last, so if we unsubscribed the contact, no
 * change is missing.
 */
async function finishBatch(
  { deps, service, call }: Run,
  current: StoredApplyJob,
  journal: Journal,
  states?: ReadonlyMap<string, ContactState>,
): Promise<StoredApplyJob | undefined> {
  const { entries, contacts } = journal;
  const isMade = ({ id, after }: JournalEntry): boolean =>
    after.subscribed === false && states?.get(id)?.subscribed === false;
  const left = entries.filter((entry) => !isMade(entry));
  const wanted = left.filter(({ id }) => !states || states.get(id)?.subscribed);
  const goneIds = left.filter(({ id }) => states && !states.has(id)).length;
  const unchanged =
    wanted.length === 0
      ? []
      : await service.changeContacts(
          call,
          current.audienceId,
          wanted.map(({ id, email, after }) => ({ id, email, ...after })),
        );
  const missing = goneIds + unchanged.length;
  const unsubscribed = left.length - wanted.length - goneIds;
  return deps.applyJobs.change(current, {
    row: current.next ?? current.row,
    next: undefined,
    done: current.done + contacts,
    changed: current.changed + entries.length - missing - unsubscribed,
    unsubscribed: current.unsubscribed + journal.unsubscribed + unsubscribed,
    missing: current.missing + journal.missing + missing,
    failingSince: undefined,
  });
}

/** Undoes the last batch first. Yields like `applyBatches`. */
async function* undoBatches(
  run: Run,
  begun: StoredApplyJob,
): AsyncGenerator<StoredApplyJob | undefined> {
  const { deps, service, call } = run;
  let current: StoredApplyJob | undefined = begun;
  while (current?.journal !== undefined) {
    const { entries, previous } = await readJournal(run, current, current.journal);
    const states = await readStates(run, current, entries);
    const undos = entries.map((entry) => ({
      entry,
      ...computeUndo(entry, states.get(entry.id), service.canResubscribe),
    }));
    const changes = undos
      .filter(({ values }) => Object.keys(values).length > 0)
      .map(({ entry: { id, email }, values }) => Object.assign({ id, email }, values));
    const unchanged =
      changes.length === 0 ? [] : await service.changeContacts(call, current.audienceId, changes);
    const raced = new Set([
      ...unchanged,
      ...undos.filter(({ isRaced }) => isRaced).map(({ entry }) => entry.id),
    ]);
    current = await deps.applyJobs.change(current, {
      journal: previous,
      done: current.done + entries.length,
      raced: current.raced + raced.size,
      failingSince: undefined,
    });
    yield current;
  }
}
