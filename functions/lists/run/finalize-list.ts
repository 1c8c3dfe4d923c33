import {
  manifestKey,
  taskVerdictsKey,
  resultKey,
  resultPrefix,
  rowOrdinalsKey,
  sourceKey,
} from '../rules/blob-keys.ts';
import { readRows } from '../../../shared/list-file/rows.ts';
import { awaitsCredits, hasOpenPreview, type List } from '../rules/list.ts';
import { isLikelyMisread } from '../rules/likely-misread.ts';
import { type Manifest, type TaskPlan, parseManifest } from '../rules/manifest.ts';
import { mergeRecheck } from '../rules/result/merge-recheck.ts';
import { generateResultPieces } from '../rules/result/result-pieces.ts';
import { readResultIndex } from '../result/result-rows.ts';
import { needsFinalizeLock } from '../rules/stage-lock.ts';
import { RESULT_RETENTION_MS } from '../rules/retention.ts';
import { createBreakdownBuilder, type Breakdown } from '../rules/breakdown.ts';
import { type VerdictTable, createVerdictTable } from '../rules/result/verdict-table.ts';
import { createChangeCounter, type ChangeCounter } from '../rules/result/changes.ts';
import { finish, finishRecheck as endRecheck, startFinalizing } from '../rules/transitions.ts';
import { notifyOwner, sendLowBalanceAlert } from './notify-owner.ts';
import type { LogFields } from '../../platform/log.ts';
import { writeConcurrently } from '../../platform/s3/write-concurrently.ts';
import type { ListsDeps } from '../deps.ts';
import { readContactRows } from '../recheck/contact-rows.ts';
import { readPreviousResult } from '../recheck/result-lines.ts';
import { type RunOnListDeps, acquireStageLock, runOnList } from './run-on-list.ts';
import { KIND_BY_STATUS, VERDICT_REASONS, statusForReason } from '../../../shared/model/verdict.ts';
import type { ReasonCounts } from '../rules/verdict-counts.ts';

type FinalizeListDeps = RunOnListDeps & Pick<ListsDeps, 'env' | 'outbox' | 'queues' | 'tasks'>;

/** Maximum parts read concurrently: enough to hide latency, few enough to fit in memory. */
const PART_CONCURRENCY = 16;

/**
 * Writes the result of a list whose tasks are all done, settles its credits and notifies its owner;
 * after a preview, only notifies. A second run writes the same bytes under the same key, but
 * neither settles nor notifies again.
 */
export async function finalizeList(
  deps: FinalizeListDeps,
  userId: string,
  listId: string,
): Promise<LogFields> {
  const { lists, clock } = deps;
  const found = await lists.get(userId, listId);
  if (found && awaitsCredits(found) && !hasOpenPreview(found)) {
    await notifyOwner(deps, found);
    return { list: listId, outcome: 'done' };
  }
  const start = found && startFinalizing(found, clock.now());
  if (start && needsFinalizeLock(found) && !(await acquireStageLock(deps, 'finalize', found)))
    return { list: listId, outcome: 'deferred' };
  const list = found && (await lists.update(found, start));
  const fields: LogFields = list
    ? await runOnList(deps, list, () => writeAndFinish(deps, list))
    : { list: listId, outcome: 'noop' };
  // Send the alert even if nothing was done, because the run that finished the list may have been
  // killed.
  if (found) await sendLowBalanceAlert(deps, found);
  return fields;
}

async function writeAndFinish(deps: FinalizeListDeps, list: List): Promise<LogFields> {
  const { userId, listId } = list;
  let finished: List | undefined;
  try {
    finished = list.recheckOf
      ? await mergeAndFinishRecheck(deps, list, list.recheckOf)
      : await finishList(deps, list);
  } finally {
    // If the list was deleted during this run, its cleanup may have missed these new objects.
    if (!finished && !(await deps.lists.get(userId, listId)))
      await deps.blobs.deleteAll(resultPrefix(listId));
  }
  if (!finished) return { outcome: 'noop' };
  await notifyOwner(deps, finished);
  const { createdAt, endDate, processed, charged } = finished;
  const ageMs = Date.parse(endDate ?? createdAt) - Date.parse(createdAt);
  return { outcome: 'done', processed, charged, ageMs };
}

async function finishList(deps: FinalizeListDeps, list: List): Promise<List | undefined> {
  const { blobs, clock } = deps;
  const manifest = parseManifest<Manifest>(await blobs.bytes(manifestKey(list)));
  const table = createVerdictTable(manifest.total);
  await collectVerdicts(deps, list, manifest, table);
  const breakdown = createBreakdownBuilder(manifest.domains);
  await writeConcurrently(
    blobs,
    (name) => resultKey(list.listId, name),
    generateResultPieces(
      readRows(blobs.read(sourceKey(list)), manifest.reading),
      blobs.read(rowOrdinalsKey(list)),
      manifest,
      table,
      breakdown,
    ),
  );
  const now = clock.now();
  const shares = breakdown.largest(table.providers);
  const resultBytes = await resultBytesOf(deps, list);
  const misread = isLikelyMisread(list.reasons, breakdown.missingDomains());
  const result = { shares, resultBytes, ...(misread && { likelyMisread: true }) };
  return deps.lists.update(list, finish(list, now + RESULT_RETENTION_MS, now, result));
}

/**
 * Merges the verdicts of a recheck into the list's previous result, and stores the merged result
 * under the recheck's id. One transaction switches the list to the merged result; until then,
 * readers see the previous result.
 */
async function mergeAndFinishRecheck(
  deps: FinalizeListDeps,
  recheck: List,
  recheckOf: NonNullable<List['recheckOf']>,
): Promise<List | undefined> {
  const { blobs, clock, lists } = deps;
  const list = await lists.get(recheck.userId, recheckOf.listId);
  if (!list) return undefined;
  const plan = parseManifest(await blobs.bytes(manifestKey(recheck)));
  const previous = await readPreviousResult(blobs, recheckOf.result);
  const { index } = previous;
  const { providers } = index;
  const table = createVerdictTable(plan.total, { providers, replies: previous.replies });
  await collectVerdicts(deps, recheck, plan, table);
  const { domains = [], catchAll, free, suggested, corrected } = list.shares ?? {};
  const breakdown = createBreakdownBuilder(
    domains.map(({ name }) => name),
    { domains, catchAll, free, suggested, corrected, shares: index.shares, providers },
  );
  const changes = createChangeCounter();
  await writeConcurrently(
    blobs,
    (name) => resultKey(recheck.listId, name),
    mergeRecheck(
      previous,
      blobs.read(rowOrdinalsKey(recheck)),
      table,
      breakdown,
      changes,
      recheckOf.corrections,
      recheckOf.contacts && readContactRows(blobs, recheck.listId, recheckOf.contacts),
    ),
  );
  const now = clock.now();
  const largest = breakdown.largest(table.providers);
  // The verdicts of corrections do not count as verdicts of the list.
  const counted = recheckOf.corrections ? { ...recheck, reasons: {} } : recheck;
  const { to, counts: after } = mergeRecheckedCounts(list, counted, largest, changes);
  const outcome = {
    changes: { ...changes.counts, ...(recheckOf.contacts && changes.appended) },
    after,
  };
  const transition = endRecheck(recheck, now + RESULT_RETENTION_MS, now, outcome);
  return lists.finishRecheck(recheck, transition, list, {
    ...to,
    resultBytes: await resultBytesOf(deps, recheck),
    expiresAt: new Date(now + RESULT_RETENTION_MS).toISOString(),
  });
}

async function resultBytesOf({ blobs }: FinalizeListDeps, { listId }: List): Promise<number> {
  return (await readResultIndex(blobs, listId)).files.all.bytes;
}

/** Collects all verdicts from the runs that the completion records name. */
async function collectVerdicts(
  { blobs, tasks }: FinalizeListDeps,
  { listId }: List,
  { total, badSyntax }: TaskPlan,
  table: VerdictTable,
): Promise<void> {
  const keys = await Array.fromAsync(tasks.listCompletions(listId), ({ task, run }) =>
    taskVerdictsKey(listId, task, run),
  );
  for (let at = 0; at < keys.length; at += PART_CONCURRENCY) {
    const parts = keys.slice(at, at + PART_CONCURRENCY).map((key) => blobs.bytes(key));
    for (const part of await Promise.all(parts)) table.addPart(Buffer.from(part).toString());
  }
  if (table.known + badSyntax !== total)
    throw new Error(
      `list ${listId} has ${table.known} verdicts for ${total - badSyntax} addresses`,
    );
}

/** @returns changes to the list after the recheck, and the list's new counts by verdict */
function mergeRecheckedCounts(
  list: List,
  recheck: List,
  breakdown: Breakdown,
  { previous }: Pick<ChangeCounter, 'previous'>,
) {
  const reasons: ReasonCounts = {};
  const counts = { valid: 0, invalid: 0, risky: 0, unknown: 0 };
  let total = 0;
  for (const reason of VERDICT_REASONS) {
    const before = list.reasons[reason];
    const now = (before ?? 0) - (previous[reason] ?? 0) + (recheck.reasons[reason] ?? 0);
    counts[KIND_BY_STATUS[statusForReason(reason)]] += now;
    total += now;
    // Also write counts that fell to zero.
    if (before !== undefined || now > 0) reasons[reason] = now;
  }
  const to: Partial<List> = {
    ...counts,
    ...(recheck.recheckOf?.contacts && {
      total,
      processed: total,
      badSyntax: reasons.bad_syntax ?? 0,
    }),
    reasons,
    shares: breakdown,
    result: recheck.listId,
  };
  return { to, counts };
}
