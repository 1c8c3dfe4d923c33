import * as z from 'zod/mini';
import type { Verdict } from '../../../shared/contract/checks.ts';
import {
  type EngineAnswer,
  engineAnswer,
  MAX_RECEIVES,
} from '../../../shared/messages/engine-task.ts';
import type { VerifyTaskMessage } from '../../../shared/messages/lists.ts';
import { isFinalStatus } from '../../../shared/model/list-status.ts';
import { getTestVerdict } from '../../checks/check-sandbox.ts';
import { isFinalVerdict } from '../../checks/rules/verdict.ts';
import type { LogFields } from '../../platform/log.ts';
import { BlobMissingError } from '../../platform/s3/blobs.ts';
import { isTestOwner } from '../../access/rules/owner.ts';
import { adjustCatchAllScores } from '../rules/adjust-catch-all-scores.ts';
import { type List, isTestList } from '../rules/list.ts';
import { toStoredFacts } from '../rules/row-facts.ts';
import { mayHaveChildTask } from '../rules/task-id.ts';
import type { TaskAddress, TaskVerdict } from '../rules/work-lines.ts';
import type { ListsDeps } from '../deps.ts';
import { abandonTask } from './abandon-task.ts';
import { cancelIfLost } from './cancel-if-lost.ts';
import {
  completeTask,
  type CompleteTaskDeps,
  finishTask,
  type TaskVerdicts,
  type UnfinishedAddresses,
} from './complete-task.ts';
import { countByDomain, countRefusals, type GuessingLimitDeps } from './limit-guessing-in-list.ts';
import { emptyAnswer, loadTask } from './load-task.ts';
import { readOwnerState } from './start-list.ts';

export type BookAnswerDeps = CompleteTaskDeps &
  GuessingLimitDeps &
  Pick<ListsDeps, 'accounts' | 'answerKeys'>;

/** Returns the addresses that the engine must verify: for a test list, only the probe. */
export const getEngineAddresses = (
  list: List,
  addresses: readonly TaskAddress[],
): readonly TaskAddress[] =>
  isTestList(list) ? addresses.filter(({ address }) => !getTestVerdict(address)) : addresses;

/**
 * Books the engine's answer to a task, then empties it. The answer to a task of a paused list is
 * kept until the list resumes.
 * @param key of the stored object; without a valid HMAC, the object is only emptied
 * @param receives failed receives of the message about the object
 */
export async function bookAnswer(
  deps: BookAnswerDeps,
  key: string,
  receives = 0,
): Promise<LogFields> {
  const bytes = await deps.blobs.bytes(key).catch(undefinedIfMissing);
  // A late event: the answer was already booked.
  if (!bytes?.length) return { outcome: 'noop' };
  const message = await deps.answerKeys.parse(key);
  if (!message) {
    await deps.blobs.put(key, '');
    return { outcome: 'refused' };
  }
  const answer = z.parse(engineAnswer, JSON.parse(Buffer.from(bytes).toString()));
  if (answer.verdicts.length === 0 || answer.receives + receives >= MAX_RECEIVES)
    return abandonTask(deps, message, key);
  const fields = await cancelIfLost(deps, message, () => bookVerdicts(deps, message, answer));
  await emptyAnswer(deps, message, key);
  const { connections } = answer;
  return { list: message.listId, task: message.task, ...fields, connections };
}

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
 * (`r`) if the engine's time ran out, or deferred (`d`) if a server asked to retry later. Verdicts
 * for a list that was deleted or canceled still count toward the limits of the account, because
 * servers were contacted.
 * @param answer the engine's verdicts, in the order of `getEngineAddresses`
 */
export async function bookVerdicts(
  deps: BookAnswerDeps,
  message: VerifyTaskMessage,
  answer: Pick<EngineAnswer, 'verdicts'>,
): Promise<LogFields> {
  const { list, addresses, completion } = await loadTask(deps, message);
  if (addresses) requireAnswers(getEngineAddresses(list, addresses), answer);
  const answered =
    addresses ?? answer.verdicts.map(({ email }, ordinal) => ({ ordinal, address: email }));
  const sorted = sortVerdicts(message, answered, answer.verdicts);
  const counts = isTestOwner(message.userId) ? [] : countByDomain(answered, sorted.verdicts);
  const count = async (): Promise<void> => {
    const { isPaid } = await readOwnerState(deps, message.userId);
    await countRefusals(deps, message, isPaid, counts);
  };
  if (addresses) {
    const completed = await completeTask(
      deps,
      list,
      message,
      sorted,
      counts.length > 0 ? count : undefined,
    );
    if (completed.outcome === 'stale') return bookVerdicts(deps, message, answer);
    const { retry, deferred } = sorted.unfinished;
    return {
      ...completed,
      answered: sorted.verdicts.length,
      retry: retry.length,
      deferred: deferred.length,
    };
  }
  if (completion) {
    await finishTask(deps, list, completion, count);
    return { outcome: 'duplicate' };
  }
  if (list && !isFinalStatus(list.status)) return { outcome: 'deferred' };
  await count();
  return { outcome: 'stale' };
}

function sortVerdicts(
  { userId, task }: VerifyTaskMessage,
  addresses: readonly TaskAddress[],
  answers: readonly Verdict[],
): TaskVerdicts {
  const verdicts: TaskVerdict[] = [];
  const answered: string[] = [];
  const unfinished: UnfinishedAddresses = { retry: [], deferred: [], delaySeconds: 0 };
  const remaining = answers.values();
  for (const address of addresses) {
    const known = isTestOwner(userId) ? getTestVerdict(address.address) : undefined;
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
