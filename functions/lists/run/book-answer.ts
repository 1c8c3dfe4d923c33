import * as z from 'zod/mini';
import type { Verdict } from '../../../shared/contract/checks.ts';
import {
  type EngineAnswer,
  engineAnswer,
  MAX_RECEIVES,
} from '../../../shared/messages/engine-task.ts';
import type { VerifyTaskMessage } from '../../../shared/messages/lists.ts';
import { answerTestAddress } from '../../checks/check-sandbox.ts';
import { isFinalVerdict } from '../../checks/rules/verdict.ts';
import type { LogFields } from '../../platform/log.ts';
import { BlobMissingError } from '../../platform/s3/blobs.ts';
import { isTestOwner } from '../../access/rules/owner.ts';
import { adjustCatchAllScores } from '../rules/adjust-catch-all-scores.ts';
import { parseAnswerKey } from '../rules/blob-keys.ts';
import { type List, isAtDailyLimit, isTestList, isVerifying } from '../rules/list.ts';
import { toStoredFacts } from '../rules/row-facts.ts';
import { mayHaveChildTask } from '../rules/task-id.ts';
import type { TaskAddress, TaskVerdict } from '../rules/work-lines.ts';
import { abandonTask, type AbandonTaskDeps } from './abandon-task.ts';
import { completeTask, type UnfinishedAddresses } from './complete-task.ts';
import type { ListsDeps } from '../deps.ts';
import { countRefusals, type GuessingLimitDeps } from './limit-guessing-in-list.ts';
import { loadOpenTask } from './load-open-task.ts';
import { readOwnerState } from './start-list.ts';

export type BookAnswerDeps = AbandonTaskDeps & GuessingLimitDeps & Pick<ListsDeps, 'accounts'>;

/** Addresses of a task, in a list that may get their verdicts. */
interface OpenTask {
  readonly list: List;
  readonly addresses: readonly TaskAddress[];
}

/** Returns the addresses that the engine must verify: of a test list, only the probe. */
export const getEngineAddresses = (
  list: List,
  addresses: readonly TaskAddress[],
): readonly TaskAddress[] =>
  isTestList(list) ? addresses.filter(({ address }) => !answerTestAddress(address)) : addresses;

/** An earlier version paused lists at the daily limit while some of their tasks were running. */
const acceptsVerdicts = (list: List): boolean => isVerifying(list) || isAtDailyLimit(list);

/**
 * Books the engine's answer to a task that claimed it, and ends the claim last, so that every
 * repetition of an interrupted run finds the claim again.
 * @param key of an object that somebody stored; without a claim, it has no effect
 * @param receives failed receives of the message about the object
 */
export async function bookAnswer(
  deps: BookAnswerDeps,
  key: string,
  receives = 0,
): Promise<LogFields> {
  const claim = await deps.taskClaims.find(key);
  if (!claim) {
    const parts = parseAnswerKey(key);
    // A run that ended the claim may have been killed before it sent the next task.
    if (parts) await deps.taskClaims.sendWaiting(parts.userId, parts.lane);
    await deleteOrphan(deps, key);
    return { outcome: 'noop' };
  }
  const { message } = claim;
  const bytes = await deps.blobs.bytes(key).catch(undefinedIfMissing);
  if (!bytes) {
    await deps.taskClaims.end(claim);
    return { list: message.listId, task: message.task, outcome: 'stale' };
  }
  const answer = z.parse(engineAnswer, JSON.parse(Buffer.from(bytes).toString()));
  if (answer.verdicts.length === 0 || answer.receives + receives >= MAX_RECEIVES)
    return abandonTask(deps, message);
  const opened = await loadOpenTask(deps, message, acceptsVerdicts);
  if (typeof opened !== 'string')
    requireAnswers(getEngineAddresses(opened.list, opened.addresses), answer);
  const fields =
    opened === 'duplicate'
      ? { list: message.listId, task: message.task, outcome: opened }
      : await bookVerdicts(deps, message, opened === 'noop' ? undefined : opened, answer.verdicts);
  await deps.taskClaims.end(claim);
  if (opened === 'noop') await deleteOrphan(deps, key);
  return { ...fields, connections: answer.connections };
}

/** Deletes an answer that arrived after its list was deleted, which no review would find. */
async function deleteOrphan({ blobs, lists }: BookAnswerDeps, key: string): Promise<void> {
  const owner = parseAnswerKey(key);
  if (owner && !(await lists.get(owner.userId, owner.listId))) await blobs.delete(key);
}

/** Returns undefined if the list has ended, so that its objects were deleted. */
function undefinedIfMissing(error: unknown): undefined {
  if (!(error instanceof BlobMissingError)) throw error;
}

/** @throws {RangeError} unless the answer has exactly one verdict per address, in their order */
function requireAnswers(
  addresses: readonly TaskAddress[],
  { verdicts }: Pick<EngineAnswer, 'verdicts'>,
): void {
  const matches = addresses.every(({ address }, at) => verdicts[at]?.email === address);
  if (!matches || verdicts.length !== addresses.length)
    throw new RangeError(
      `the engine returned ${verdicts.length} verdicts for ${addresses.length} other addresses`,
    );
}

/**
 * Stores the verdicts of a task. Addresses without a final verdict become a child task: immediate
 * (`r`) if the engine's time ran out, or deferred (`d`) if a server asked to retry later.
 * @param opened undefined if the list was deleted or stopped; its verdicts still count toward the
 * limits of the account, because servers were contacted
 * @param answers the engine's verdicts, in the order of `getEngineAddresses`
 */
export async function bookVerdicts(
  deps: BookAnswerDeps,
  message: VerifyTaskMessage,
  opened: OpenTask | undefined,
  answers: readonly Verdict[],
): Promise<LogFields> {
  const { userId, listId, task } = message;
  const addresses =
    opened?.addresses ?? answers.map(({ email }, ordinal) => ({ ordinal, address: email }));
  const { verdicts, unfinished } = sortVerdicts(message, addresses, answers);
  const completed: LogFields = opened
    ? await completeTask(deps, opened.list, message, verdicts, unfinished)
    : { outcome: 'stale' };
  if (!isTestOwner(userId) && completed.outcome !== 'duplicate') {
    const { isPaid } = await readOwnerState(deps, userId);
    await countRefusals(deps, { userId, listId }, isPaid, addresses, verdicts);
  }
  return {
    list: listId,
    task,
    ...completed,
    answered: verdicts.length,
    retry: unfinished.retry.length,
    deferred: unfinished.deferred.length,
  };
}

function sortVerdicts(
  { userId, task }: VerifyTaskMessage,
  addresses: readonly TaskAddress[],
  answers: readonly Verdict[],
): { verdicts: TaskVerdict[]; unfinished: UnfinishedAddresses } {
  const verdicts: TaskVerdict[] = [];
  const answered: string[] = [];
  const unfinished: UnfinishedAddresses = { retry: [], deferred: [], delaySeconds: 0 };
  const remaining = answers.values();
  for (const address of addresses) {
    const known = isTestOwner(userId) ? answerTestAddress(address.address) : undefined;
    const verdict = known ?? remaining.next().value;
    if (!verdict) throw new RangeError(`the engine gave no verdict for address ${address.ordinal}`);
    if (!mayHaveChildTask(task) || isFinalVerdict(verdict)) {
      const { status, reason, suggestion } = verdict;
      const { ordinal } = address;
      verdicts.push({ ordinal, status, reason, suggestion, ...toStoredFacts(verdict) });
      answered.push(address.address);
    } else if (verdict.reason === 'not_answered') {
      unfinished.retry.push(address);
    } else {
      unfinished.deferred.push(address);
      unfinished.delaySeconds = Math.max(unfinished.delaySeconds, verdict.retry_after_s ?? 0);
    }
  }
  return { verdicts: adjustCatchAllScores(verdicts, answered), unfinished };
}
