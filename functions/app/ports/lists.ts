import type { ListReason } from '../../../shared/model/list-status.ts';
import type { List, ListCounts } from '../../domain/list/list.ts';

/** A list whose file has not arrived yet. */
export interface Upload {
  readonly userId: string;
  readonly listId: string;
  readonly name: string;
  readonly sourceName: string;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}

/** Something that is not at rest, for the sweeper to look after. `since` is epoch milliseconds. */
export type Work =
  | {
      readonly kind: 'list';
      readonly userId: string;
      readonly listId: string;
      readonly since: number;
      /** The list was deleted at `since`; its objects have to go. */
      readonly deleted: boolean;
    }
  | {
      readonly kind: 'check';
      readonly userId: string;
      readonly requestId: string;
      readonly since: number;
    };

/**
 * Lists and the moves of their life. Reads are strongly consistent. A move answers the list as it
 * is afterwards, or undefined when the list is gone or no longer where the move begins: another
 * message was faster, and nothing was changed. `now` is epoch milliseconds.
 */
export interface Lists {
  /** Remembers an upload that is expected, as work for the sweeper too. */
  announce(upload: Upload, now: number): Promise<void>;
  /** Turns an expected upload into a list in status 1; answers the list if that was done before. */
  arrive(userId: string, listId: string, now: number): Promise<List | undefined>;
  /** Forgets an upload that never came. */
  drop(userId: string, listId: string): Promise<void>;

  get(userId: string, listId: string): Promise<List | undefined>;
  /** Every list of a user, newest first. */
  all(userId: string): Promise<List[]>;

  /** 1 → 2; also answers a list that is in 2 already. */
  begin(list: List, now: number): Promise<List | undefined>;
  /** 2: writes down what ingest has found. */
  count(list: List, counts: ListCounts, now: number): Promise<List | undefined>;
  /**
   * 2 or 5 → 3: reserves the credits of the whole list and opens its tasks, in one transaction.
   * `insufficient` changes nothing.
   */
  start(list: List, tasks: number, now: number): Promise<List | 'insufficient' | undefined>;
  /** 2 → 5, with a mail due. */
  pause(list: List, reason: ListReason, now: number): Promise<List | undefined>;
  /** 3 → 4; also answers a list that is in 4 already. */
  work(list: List, now: number): Promise<List | undefined>;
  /** 1, 2 or 5 → 6, with a mail due; what was reserved comes back. */
  cancel(list: List, reason: ListReason, now: number): Promise<List | undefined>;
  /** 3 or 4 → 7 and the reservation settled, in one transaction, with a mail due. */
  finish(list: List, now: number, expiresAt: number): Promise<List | undefined>;
  /** Deletes a list in any state and settles what it had reserved. False when it has changed. */
  remove(list: List, now: number): Promise<boolean>;

  /** Restarts the sweeper's patience after it has acted. */
  touch(list: List, now: number): Promise<void>;
  /** This mail has been sent, or never will be. Another one that is due meanwhile stays due. */
  clearMailDue(userId: string, listId: string, mailId: string): Promise<void>;

  works(): AsyncIterable<Work>;
  /** Nothing is left to look after. */
  forget(work: Work): Promise<void>;
}
