import type { VerifyMessage } from '../../shared/messages.ts';
import { partKey, taskKeyOf } from '../domain/list/blob-keys.ts';
import type { List } from '../domain/list/list.ts';
import { tallyOf } from '../domain/list/tally.ts';
import { childTask } from '../domain/list/task-id.ts';
import {
  type TaskAddress,
  type TaskVerdict,
  addressLines,
  verdictLines,
} from '../domain/list/work-lines.ts';
import type { Blobs } from './ports/blobs.ts';
import type { Lists } from './ports/lists.ts';
import type { PipelineEnv } from './ports/pipeline-env.ts';
import { MAX_DELAY_SECONDS, type Queues } from './ports/queues.ts';
import type { Clock, Ids } from './ports/system.ts';
import type { Child, Marker, Tasks } from './ports/tasks.ts';
import { laneOf } from './start-list.ts';

export interface CompleteDeps {
  readonly lists: Lists;
  readonly tasks: Tasks;
  readonly blobs: Blobs;
  readonly queues: Queues;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly env: PipelineEnv;
}

/** Addresses of a task that have no final answer. */
export interface Leftovers {
  /** To be asked again at once: time ran out. */
  readonly again: TaskAddress[];
  /** To be asked again after `delaySeconds`: a server wants it so. */
  readonly later: TaskAddress[];
  delaySeconds: number;
}

/**
 * Closes one run of a task. Its objects are written first, under names of this run alone; then one
 * transaction makes them count, with the list's counters; only then messages are sent.
 */
export async function completeTask(
  deps: CompleteDeps,
  list: List,
  { task, attempt }: Pick<VerifyMessage, 'task' | 'attempt'>,
  verdicts: readonly TaskVerdict[],
  leftovers: Leftovers,
): Promise<void> {
  const { listId } = list;
  const { again, later, delaySeconds } = leftovers;
  const run = deps.ids.token(6);
  const children: Child[] = [];
  const grow = async (child: Child, addresses: readonly TaskAddress[]): Promise<void> => {
    if (addresses.length === 0) return;
    const key = taskKeyOf(listId, childTask(task, child.hop), run);
    await deps.blobs.put(key, addressLines(addresses));
    children.push(child);
  };
  await grow({ hop: 'a', attempt, delaySeconds: 0 }, again);
  await grow({ hop: 'l', attempt: attempt + 1, delaySeconds: Math.ceil(delaySeconds) }, later);
  await deps.blobs.put(partKey(listId, task, run), verdictLines(verdicts));

  const marker: Marker = { task, run, children, at: deps.clock.now() };
  const tally = tallyOf(verdicts, deps.env.CHARGE_UNKNOWN === 'true');
  const outcome = await deps.tasks.complete(list, marker, tally);
  if (outcome === 'done') return followUp(deps, list, marker);
  if (outcome === 'void') return;
  const first = await deps.tasks.marker(listId, task);
  if (first) await followUp(deps, list, first);
}

/**
 * Sends what comes after a completed task: the tasks that grew from it, and the finish once
 * nothing is open. Harmless when it was sent before.
 */
export async function followUp(deps: CompleteDeps, list: List, marker: Marker): Promise<void> {
  if (marker.children.length > 0) return sendChildren(deps, list, marker);
  const { userId, listId, epoch } = list;
  const now = await deps.lists.get(userId, listId);
  if (now && now.epoch === epoch && now.open === 0)
    await deps.queues.sendFinalize({ kind: 'finalize', v: 1, userId, listId });
}

/** Sends the children of a marker, or those of them that `wanted` picks. */
export async function sendChildren(
  { queues, clock }: Pick<CompleteDeps, 'queues' | 'clock'>,
  list: List,
  { task, children, at }: Marker,
  wanted: (child: Child) => boolean = () => true,
): Promise<void> {
  const { userId, listId, epoch } = list;
  const messages = children.filter(wanted).map(({ hop, attempt, delaySeconds }) => {
    const notBefore = at + delaySeconds * 1000;
    const remaining = Math.max(0, Math.ceil((notBefore - clock.now()) / 1000));
    return {
      message: {
        kind: 'verify',
        v: 1,
        userId,
        listId,
        epoch,
        task: childTask(task, hop),
        attempt,
        ...(delaySeconds > 0 && { notBefore }),
      } satisfies VerifyMessage,
      delaySeconds: Math.min(MAX_DELAY_SECONDS, remaining),
    };
  });
  if (messages.length > 0) await queues.sendVerify(messages, laneOf(list));
}
