import type { ListReason } from '../../shared/model/list-status.ts';
import type { List, ListCounts } from './rules/list.ts';
import type { FinalizeMessage, ListMessage, VerifyMessage } from '../../shared/messages/lists.ts';
import type { Tally } from './rules/tally.ts';
import type { Hop } from './rules/task-id.ts';
import type { PagePlace, PageWish } from '../platform/paging.ts';

/** A list whose file has not arrived yet. */
export interface Upload {
  readonly userId: string;
  readonly listId: string;
  readonly name: string;
  readonly sourceName: string;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}

/** A list that is not at rest, for the reconciler. */
export interface PendingList {
  readonly userId: string;
  readonly listId: string;
  /** Epoch milliseconds. */
  readonly since: number;
  /** The list was deleted at `since`; its objects have to go. */
  readonly deleted: boolean;
  /** Epoch milliseconds from which on to look at it; at once where none is noted. */
  readonly due?: number | undefined;
}

/** Why a list that is read does not start. */
type PauseReason = Extract<ListReason, 'insufficient_credit' | 'account_inactive'>;

export interface ListPageWish extends PageWish {
  readonly newestFirst: boolean;
  readonly since?: number | undefined;
}

/**
 * Lists and the moves of their life. Reads are strongly consistent. A move answers the list as it
 * is afterwards, or undefined when the list is gone or no longer where the move begins: another
 * message was faster, and nothing was changed. `now` is epoch milliseconds.
 */
export interface Lists {
  /** Remembers an upload that is expected, as work for the reconciler too. */
  announce(upload: Upload, now: number): Promise<void>;
  /** Turns an expected upload into a list in status 1; answers the list if that was done before. */
  arrive(userId: string, listId: string, now: number): Promise<List | undefined>;
  /** Forgets an upload that never came. */
  drop(userId: string, listId: string): Promise<void>;
  /** Forgets an upload before its list is there, as a list is deleted. False when none is expected. */
  withdraw(userId: string, listId: string, now: number): Promise<boolean>;
  /** Whether an upload was announced and has not arrived. */
  expects(userId: string, listId: string): Promise<boolean>;

  get(userId: string, listId: string): Promise<List | undefined>;
  /** Every list of a user, newest first. Costs reading them all: for work that is rare. */
  all(userId: string): Promise<List[]>;
  /** One page of a user's lists; with `since`, epoch milliseconds, only those created from then on. */
  page(userId: string, wish: ListPageWish): Promise<PagePlace & { readonly data: readonly List[] }>;

  /**
   * Whether the file of a list may be read now. One list of a user is read at a time, so that no
   * customer holds all workers.
   */
  takeTurn(list: List, now: number): Promise<boolean>;
  /** 1 → 2, or in 2 once more: begins a run that reads the file, and counts it as an attempt. */
  begin(list: List, now: number): Promise<List | undefined>;
  /** 2: writes down what a run of ingest has found. From then on its objects are those of the list. */
  count(list: List, readRun: string, counts: ListCounts, now: number): Promise<List | undefined>;
  /**
   * 2 or 5 → 3: reserves the credits of the whole list and opens its tasks, in one transaction.
   * `insufficient` changes nothing.
   */
  start(list: List, tasks: number, now: number): Promise<List | 'insufficient' | undefined>;
  /** 2 → 5, with a mail due where credits are missing. */
  pause(list: List, reason: PauseReason, now: number): Promise<List | undefined>;
  /** 3 or 4 → 5, because the owner is inactive; the reservation and what is done stay. */
  stop(list: List, now: number): Promise<List | undefined>;
  /**
   * Where the owner is active again: 5 → 3, or 4 where work had begun. A list that never started
   * waits for credits from then on, with a mail due.
   */
  resume(list: List, now: number): Promise<List | undefined>;
  /** 3 → 4; also answers a list that is in 4 already. */
  work(list: List, now: number): Promise<List | undefined>;
  /**
   * From any status that is not final → 6, with a mail due; all that was reserved comes back, for
   * answers too, since nobody gets to see them.
   */
  cancel(list: List, reason: ListReason, now: number): Promise<List | undefined>;
  /** 3 or 4 without an open task: begins a run that writes the result, and counts it as an attempt. */
  attempt(list: List, now: number): Promise<List | undefined>;
  /** The present attempt has failed and could say so: those before it are forgiven. */
  noteFailure(list: List, now: number): Promise<void>;
  /** 3 or 4 → 7 and the reservation settled, in one transaction, with a mail due. */
  finish(list: List, now: number, expiresAt: number): Promise<List | undefined>;
  /** Deletes a list in any state and settles what it had reserved. False when it has changed. */
  remove(list: List, now: number): Promise<boolean>;

  /** Restarts the reconciler's patience after it has acted. */
  touch(list: List, now: number): Promise<void>;
  /** This mail has been sent, or never will be. Another one that is due meanwhile stays due. */
  clearMailDue(userId: string, listId: string, mailId: string): Promise<void>;

  /** Those due by then, epoch milliseconds, the longest due first; all without. A list may come twice. */
  pendingItems(dueBy?: number): AsyncIterable<PendingList>;
  /** Looks at it again from `due` on, later than it was due so far. Answers how it is noted from now on. */
  postpone(pending: PendingList, due: number): Promise<PendingList>;
  /** Nothing is left to reconcile. */
  forget(pending: PendingList): Promise<void>;
}

/** The settings that use cases of the pipeline read. */
export interface PipelineEnv {
  /** `true` charges for addresses that could not be verified too. */
  readonly CHARGE_UNKNOWN: boolean;
  /** Divides every patience and delay; 1 in the cloud. */
  readonly TIME_SCALE: number;
}

/** Where work is left for a later stage. A delivery may come twice, late, or out of order. */
export interface Queues {
  /** Leaves a message for the list worker: ingest or resume. Delay in seconds, at most MAX_DELAY_SECONDS. */
  sendList(message: ListMessage, delaySeconds?: number): Promise<void>;
  /**
   * Leaves tasks for the verify workers, in the express lane when the list is small. Delay in
   * seconds, at most MAX_DELAY_SECONDS. Throws when any message was not taken; sending again is harmless.
   */
  sendVerify(
    messages: readonly { message: VerifyMessage; delaySeconds: number }[],
    lane: 'express' | 'bulk',
  ): Promise<void>;
  sendFinalize(message: FinalizeMessage): Promise<void>;
}

/** What one run of a task left over. */
export interface Child {
  readonly hop: Hop;
  readonly attempt: number;
  /** Whole seconds from the completion on. */
  readonly delaySeconds: number;
}

/**
 * The record that a task is done, and by which run: the objects of that run count, those of every
 * other run of the same task do not.
 */
export interface Completion {
  readonly task: string;
  readonly run: string;
  readonly children: readonly Child[];
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface Tasks {
  /** Strongly consistent. */
  completion(listId: string, task: string): Promise<Completion | undefined>;
  completions(listId: string): AsyncIterable<Completion>;
  /**
   * Writes the completion and adds to the list's counters, in one transaction.
   * - `done`: written now;
   * - `duplicate`: the task has a completion already; nothing was written;
   * - `void`: the list is gone, of another epoch or not running; nothing was written.
   */
  complete(
    list: List,
    completion: Completion,
    tally: Tally,
  ): Promise<'done' | 'duplicate' | 'void'>;
  removeAll(listId: string): Promise<void>;
}
