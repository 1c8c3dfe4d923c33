import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import { FileError } from '../../../shared/list-file/file-error.ts';
import { type BucketEvent, extractObjectKeys } from '../../platform/s3/bucket-event.ts';
import { manifestKey, parseUploadKey, uploadBlobKey } from '../rules/blob-keys.ts';
import { awaitsContacts, type List, hasOpenPreview } from '../rules/list.ts';
import { startIngest } from '../rules/transitions.ts';
import type { ListsDeps } from '../deps.ts';
import { parseManifest } from '../rules/manifest.ts';
import type { LogFields } from '../../platform/log.ts';
import { readAddressesToRecheck } from '../recheck/read-addresses-to-recheck.ts';
import { readUpload } from '../upload/read-file.ts';
import { type RunOnListDeps, acquireStageLock, cancelList, runOnList } from './run-on-list.ts';
import { type StartListDeps, fanOutTasks, startList } from './start-list.ts';

type IngestListDeps = StartListDeps & RunOnListDeps & Pick<ListsDeps, 'env' | 'ids' | 'limits'>;

type UploadRef = Pick<List, 'userId' | 'listId'>;

/** Returns the uploads that an event announces. Ignores all other objects. */
export const extractUploads = (event: BucketEvent): UploadRef[] =>
  extractObjectKeys(event).flatMap((key) => parseUploadKey(key) ?? []);

/**
 * Sends the message that ingests an upload, because only our own messages name the owner, so that
 * SQS shares the workers fairly. S3 also sends an event each time the object is overwritten, which
 * is possible until the presigned POST expires: only the first one has an effect.
 */
export async function enqueueUpload(
  { lists, queues }: Pick<ListsDeps, 'lists' | 'queues'>,
  { userId, listId }: UploadRef,
): Promise<LogFields> {
  if (await lists.get(userId, listId)) return { list: listId, outcome: 'duplicate' };
  await queues.sendList({ kind: 'ingest', v: 1, userId, listId });
  return { list: listId, outcome: 'requeued' };
}

/**
 * Turns an uploaded file, or result rows to recheck, into a list with tasks. Any number of runs may
 * work on one file concurrently, and each may be killed at any point: only the objects of one run
 * are used, and every transition of the list happens once.
 */
export async function ingestList(
  deps: IngestListDeps,
  { userId, listId }: UploadRef,
): Promise<LogFields> {
  const run = { list: listId };
  const list = await deps.lists.create(userId, listId, deps.clock.now());
  // 1. Delete a file for which no list exists, because the list was deleted or never registered.
  if (!list) {
    await deps.blobs.delete(uploadBlobKey(userId, listId));
    return { ...run, outcome: 'refused' };
  }
  if (awaitsContacts(list)) return { ...run, outcome: 'noop' };
  // 2. Resend the tasks of a started list, because an earlier run may have been killed during
  // fan-out.
  if (list.status === LIST_STATUS.wait_on_queue || hasOpenPreview(list)) {
    await fanOutTasks(deps, list);
    return { ...run, outcome: 'resent' };
  }
  // 3. Defer a requested recheck if its owner has reached the limit of rewritten results. The
  // reconciler retries it.
  if (list.status === LIST_STATUS.waiting && !(await mayRewrite(deps, list)))
    return { ...run, outcome: 'deferred' };
  // 4. Requeue the message while another list of the owner is being ingested.
  if (isNotIngested(list) && !(await acquireStageLock(deps, 'ingest', list)))
    return { ...run, outcome: 'deferred' };
  const ingesting = await deps.lists.update(list, startIngest(list, deps.clock.now()));
  if (!ingesting) return { ...run, outcome: 'noop' };
  if (list.status === LIST_STATUS.waiting && isRequestedRewrite(list))
    await deps.limits.record('rewrite_user', userId, megabytesOf(list));
  return runOnList(deps, ingesting, () => ingestAndStart(deps, ingesting));
}

/**
 * Whether a list is a recheck that the customer requested. Such rechecks are limited, because they
 * rewrite a result free of charge. Checks of a watched list are rare enough.
 */
const isRequestedRewrite = ({ recheckOf }: List): boolean =>
  recheckOf !== undefined && !recheckOf.span;

const megabytesOf = ({ resultBytes = 0 }: List): number =>
  Math.max(1, Math.ceil(resultBytes / 1_000_000));

/**
 * Checks the limit without counting, because the list may still have to wait for the lock. A large
 * rewrite may exceed the limit, which delays later rewrites. If it could not, frequent small
 * rewrites would delay a large one forever.
 */
const mayRewrite = async ({ limits }: IngestListDeps, list: List): Promise<boolean> =>
  !isRequestedRewrite(list) || (await limits.peek('rewrite_user', list.userId)).allowed;

const isNotIngested = ({ status, readRun }: List): boolean =>
  status <= LIST_STATUS.initialization && readRun === null;

const readAddresses = (deps: IngestListDeps, list: List): Promise<List | undefined> =>
  list.recheckOf ? readAddressesToRecheck(deps, list, list.recheckOf) : readUpload(deps, list);

async function ingestAndStart(deps: IngestListDeps, list: List): Promise<LogFields> {
  try {
    const countedList = list.readRun === null ? await readAddresses(deps, list) : list;
    if (!countedList) return { outcome: 'noop' };
    const manifest = parseManifest(await deps.blobs.bytes(manifestKey(countedList)));
    const outcome = await startList(deps, countedList, manifest);
    const { total, duplicates, badSyntax, tasks } = manifest;
    return { outcome, total, duplicates, badSyntax, tasks: tasks.length };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    await cancelList(deps, list, error.fault, error);
    return { outcome: 'refused', reason: error.fault };
  }
}
