import type { Db } from '../../platform/dynamo/db.ts';
import { itemNotExists, where } from '../../platform/dynamo/expression.ts';
import { createItemReader } from '../../platform/dynamo/stored-items.ts';
import { type StoredBounceRead, storedBounceRead } from '../rules/bounce-read.ts';
import { bounceReadKey } from './keys.ts';
import { acquireRunSlot } from './run-slot.ts';

type Change = Partial<Omit<StoredBounceRead, 'userId' | 'connectionId' | 'version'>>;

/** The last read of the bounces of each connection, without the bounces. */
export interface BounceReads {
  get(userId: string, connectionId: string): Promise<StoredBounceRead | undefined>;
  list(userId: string): Promise<StoredBounceRead[]>;
  /** Stores a read in place of the one before it. Returns false if that has changed. */
  begin(next: StoredBounceRead): Promise<boolean>;
  /** Returns the changed read, or undefined if another run has changed it. */
  change(current: StoredBounceRead, to: Change): Promise<StoredBounceRead | undefined>;
  /** Returns false if a run may be working on this or other work of the account. */
  acquireSlot(current: StoredBounceRead, now: number): Promise<boolean>;
}

export function createBounceReads(db: Db): BounceReads {
  const put = ({ version, ...read }: StoredBounceRead): Promise<boolean> =>
    db.put(
      { ...bounceReadKey(read.userId, read.connectionId), ...read, version },
      version === 1 ? itemNotExists : where({ version: version - 1 }),
    );
  return {
    ...createItemReader(db, storedBounceRead, bounceReadKey),

    begin: put,

    async change(current, to) {
      const changed = { ...current, ...to, version: current.version + 1 };
      return (await put(changed)) ? changed : undefined;
    },

    acquireSlot: ({ userId, connectionId }, now) => acquireRunSlot(db, userId, connectionId, now),
  };
}
