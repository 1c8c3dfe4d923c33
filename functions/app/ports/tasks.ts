import type { List } from '../../domain/list/list.ts';
import type { Tally } from '../../domain/list/tally.ts';
import type { Hop } from '../../domain/list/task-id.ts';

/** What one run of a task left over. */
export interface Child {
  readonly hop: Hop;
  readonly attempt: number;
  /** Whole seconds from the marker on. */
  readonly delaySeconds: number;
}

/**
 * The record that a task is done, and by which run: the objects of that run count, those of every
 * other run of the same task do not.
 */
export interface Marker {
  readonly task: string;
  readonly run: string;
  readonly children: readonly Child[];
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface Tasks {
  /** Strongly consistent. */
  marker(listId: string, task: string): Promise<Marker | undefined>;
  markers(listId: string): AsyncIterable<Marker>;
  /**
   * Writes the marker and adds to the list's counters, in one transaction.
   * - `done`: written now;
   * - `duplicate`: the task has a marker already; nothing was written;
   * - `void`: the list is gone, of another epoch or not running; nothing was written.
   */
  complete(list: List, marker: Marker, tally: Tally): Promise<'done' | 'duplicate' | 'void'>;
  removeAll(listId: string): Promise<void>;
}
