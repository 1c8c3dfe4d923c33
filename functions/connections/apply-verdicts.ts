import { hash } from 'node:crypto';
import { MARKED_STATUSES } from '../../shared/model/connections/apply-actions.ts';
import type { ApplyJob } from '../../shared/contract/connections.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { UNDO_DAYS } from '../../shared/model/connections/connection.ts';
import { DAY_MS } from '../../shared/model/duration.ts';
import { KIND_BY_STATUS } from '../../shared/model/verdict.ts';
import type { AccessDeps } from '../access/deps.ts';
import { assertResultAvailable } from '../lists/result/assert-result-available.ts';
import type { List } from '../lists/rules/list.ts';
import { retryOnConflict } from '../platform/retry-on-conflict.ts';
import type { StoredApplyJob } from './rules/apply-job.ts';
import { nameOf, requireConnection } from './call-connection.ts';
import type { ConnectionsDeps } from './deps.ts';
import type { ApplyActions } from './rules/apply-changes.ts';
import { sendIntents } from './run-work.ts';

/** How long a job is listed after its start. */
export const JOB_RETENTION_DAYS = 90;

type ApplyDeps = Pick<AccessDeps, 'activity'> &
  Pick<ConnectionsDeps, 'applyJobs' | 'clock' | 'connections' | 'connectionsQueue' | 'lists'>;
type ImportedList = List & { readonly source: NonNullable<List['source']> };

export const toApplyJob = (stored: StoredApplyJob): ApplyJob => ({
  id: stored.jobId,
  list_id: stored.listId,
  service: stored.service,
  actions: stored.actions,
  state: stored.state,
  error: stored.error ?? null,
  total: stored.total,
  done: stored.done,
  changed: stored.changed,
  unsubscribed: stored.unsubscribed,
  missing: stored.missing,
  raced: stored.raced,
  created_at: stored.createdAt,
  undo_until: stored.undoUntil,
});

/** Prefix of the ids of the jobs of a list. */
const jobPrefixOf = (listId: string): string => `${listId}-`;

const hasEnded = ({ state }: StoredApplyJob): boolean =>
  state === 'finished' || state === 'failed' || state === 'undone';

/** @throws {AppError} `not_found`, also for a list that was not imported */
async function requireImportedList(
  { lists }: Pick<ConnectionsDeps, 'lists'>,
  userId: string,
  listId: string,
): Promise<ImportedList> {
  const list = await lists.get(userId, listId);
  if (!list?.source) throw new AppError('not_found');
  return { ...list, source: list.source };
}

const messageOf = ({ userId, jobId }: StoredApplyJob) =>
  ({ kind: 'apply', v: 1, userId, jobId }) as const;

const newJob = (
  list: ImportedList,
  actions: ApplyActions,
  request: StoredApplyJob['request'],
  number: number,
  now: number,
): StoredApplyJob => {
  const { userId, listId, source, expiresAt } = list;
  const createdAt = new Date(now).toISOString();
  const undoUntil = Math.min(now + UNDO_DAYS * DAY_MS, Date.parse(expiresAt ?? '') || Infinity);
  const copy = MARKED_STATUSES.map((status) => [status, [...actions[status]]] as const);
  const chosen = MARKED_STATUSES.filter((status) => actions[status].length > 0);
  return {
    userId,
    jobId: jobPrefixOf(listId) + String(number).padStart(4, '0'),
    listId,
    number,
    connectionId: source.id,
    service: source.service,
    audienceId: source.audienceId,
    actions: Object.fromEntries(copy) as StoredApplyJob['actions'],
    request,
    state: 'working',
    isUndo: false,
    // The job replaces this total once it has read the result, which may contain an address twice.
    total: chosen.reduce((sum, status) => sum + list[KIND_BY_STATUS[status]], 0),
    done: 0,
    changed: 0,
    unsubscribed: 0,
    missing: 0,
    raced: 0,
    row: 0,
    version: 1,
    createdAt,
    startedAt: createdAt,
    undoUntil: new Date(undoUntil).toISOString(),
    ttl: Math.ceil((now + JOB_RETENTION_DAYS * DAY_MS) / 1000),
  };
};

const digestOf = (text: string): string => hash('sha256', text, 'base64url');

/**
 * Starts the job that writes the verdicts of an imported list back to its service. A repeated
 * request returns the job in its current state, and completes an interrupted first attempt.
 * @throws {AppError} `not_found`; `wrong_state` unless the list is finished and has no other running
 *   job; `expired`; `service_failed` if the key was refused before; `request_reused`
 */
export async function startApplyJob(
  deps: ApplyDeps,
  userId: string,
  request: { readonly listId: string; readonly actions: ApplyActions; readonly key: string },
): Promise<StoredApplyJob> {
  const { activity, applyJobs, clock } = deps;
  const { listId, actions } = request;
  const digests = {
    key: digestOf(request.key),
    content: digestOf(JSON.stringify([listId, MARKED_STATUSES.map((each) => actions[each])])),
  };
  const job = await retryOnConflict(`the jobs of list ${listId}`, async () => {
    const all = await applyJobs.list(userId);
    const repeated = all.find((each) => each.request.key === digests.key);
    if (repeated && repeated.request.content !== digests.content)
      throw new AppError('request_reused');
    if (repeated) return repeated;
    const list = await requireImportedList(deps, userId, listId);
    const now = clock.now();
    assertResultAvailable(list, now);
    const connection = await requireConnection(deps, userId, list.source.id);
    if (connection.state === 'revoked')
      throw new AppError('service_failed', { body: { reason: 'revoked' } });
    const [latest, ...others] = all.filter((each) => each.listId === listId);
    if (latest && ![latest, ...others].every(hasEnded)) throw new AppError('wrong_state');
    const created = newJob(list, actions, digests, (latest?.number ?? 0) + 1, now);
    await sendIntents(deps, [messageOf(created)]);
    const isAdded = await applyJobs.add(
      created,
      ...activity.writes(userId, entryOf(list, `→ ${nameOf(connection)}`)),
    );
    return isAdded ? created : 'again';
  });
  if (!hasEnded(job)) await deps.connectionsQueue.send([messageOf(job)]);
  return job;
}

/** The log entry shows the direction as an arrow, followed by the name of the service. */
const entryOf = ({ listId, name }: List, suffix: string) =>
  ({ kind: 'list', what: 'changed', target: listId, name: `${name} ${suffix}` }) as const;

/** @throws {AppError} `not_found` */
export async function describeApplyJobs(
  deps: Pick<ConnectionsDeps, 'applyJobs' | 'lists' | 'services'>,
  userId: string,
  listId: string,
): Promise<{ canResubscribe: boolean; jobs: StoredApplyJob[] }> {
  const { source } = await requireImportedList(deps, userId, listId);
  const { canResubscribe } = deps.services[source.service];
  return { canResubscribe, jobs: await deps.applyJobs.list(userId, jobPrefixOf(listId)) };
}

/**
 * Starts to undo what a job has changed, or continues this after a failure. A repeated request
 * returns the job in its current state.
 * @throws {AppError} `not_found`; `wrong_state` while a job of the list is running; `expired`
 */
export async function undoApplyJob(
  deps: ApplyDeps,
  userId: string,
  jobId: string,
): Promise<StoredApplyJob> {
  const { activity, applyJobs, clock } = deps;
  const job = await retryOnConflict(`the job ${jobId}`, async () => {
    const found = await applyJobs.get(userId, jobId);
    if (!found) throw new AppError('not_found');
    if (found.isUndo && found.state !== 'failed') return found;
    const list = await requireImportedList(deps, userId, found.listId);
    const now = clock.now();
    if (now >= Date.parse(found.undoUntil)) throw new AppError('expired');
    if (!(await applyJobs.list(userId, jobPrefixOf(found.listId))).every(hasEnded))
      throw new AppError('wrong_state');
    const connection = await requireConnection(deps, userId, found.connectionId);
    const startedAt = new Date(now).toISOString();
    const undoing = {
      state: 'undoing',
      isUndo: true,
      error: undefined,
      startedAt,
      attempts: undefined,
    } as const;
    await sendIntents(deps, [messageOf(found)]);
    const changed = await applyJobs.change(
      found,
      { ...undoing, ...(!found.isUndo && { done: 0, next: undefined }) },
      ...activity.writes(userId, entryOf(list, `← ${nameOf(connection)}`)),
    );
    return changed ?? 'again';
  });
  if (!hasEnded(job)) await deps.connectionsQueue.send([messageOf(job)]);
  return job;
}
