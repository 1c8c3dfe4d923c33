import { AppError } from '../../shared/contract/errors.ts';
import type { Lists } from './ports.ts';
import type { Clock } from '../platform/clock.ts';

/** A running list changes many times a second, and each change voids the attempt. */
const ATTEMPTS = 50;

/**
 * Deletes a list in whatever state: it is gone at once, answers stay paid, and the credits of the
 * rest come back. Its objects follow with the next reconcile.
 * @throws {AppError} `not_found`
 */
export async function deleteList(
  { lists, clock }: { readonly lists: Lists; readonly clock: Clock },
  userId: string,
  listId: string,
): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const list = await lists.get(userId, listId);
    if (!list) {
      // Its file may be on the way, or have arrived without anybody having been told.
      if (await lists.withdraw(userId, listId, clock.now())) return;
      if (await lists.get(userId, listId)) continue;
      // It may have been this very call that deleted it, with its answer lost on the way.
      if (attempt === 0) throw new AppError('not_found');
      return;
    }
    if (await lists.remove(list, clock.now())) return;
  }
  throw new Error(`list ${listId} changed faster than it could be deleted`);
}
