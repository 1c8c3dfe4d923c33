import type { ListRow } from '../../../../../shared/contract/lists.ts';

/** Whether the result of a list is deleted by now, in epoch milliseconds. */
export const isDeleted = ({ expires_at: end }: Pick<ListRow, 'expires_at'>, now: number): boolean =>
  end !== null && Date.parse(end) <= now;
