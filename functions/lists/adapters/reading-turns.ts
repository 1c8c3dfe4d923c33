import type { List } from '../rules/list.ts';
import { keepsTurn } from '../rules/reading-turn.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import { isNew, where } from '../../platform/dynamo/expression.ts';
import { readingKey } from './keys.ts';

/** Which list of a user is read. Its turn ends with its status: nobody has to give it back. */
export const createReadingTurns = (
  db: Db,
  get: (userId: string, listId: string) => Promise<List | undefined>,
) => ({
  /** One list of a user is read at a time, so that no customer holds all workers. */
  async takeReadingTurn({ userId, listId }: List, now: number): Promise<boolean> {
    const place = readingKey(userId);
    const holder = (await db.get(place))?.['listId'];
    if (holder === listId) return true;
    if (typeof holder !== 'string') return db.put({ ...place, listId }, isNew);
    if (keepsTurn(await get(userId, holder), now)) return false;
    return db.put({ ...place, listId }, where({ listId: holder }));
  },
});
