import type { ListDetail } from '../../../../../shared/contract/lists.ts';
import { LIST_STATUS } from '../../../../../shared/model/list-status.ts';

/**
 * A list with its answers alone. Until it is finished, malformed addresses are counted as invalid
 * though nothing was asked yet, and are none of its rows.
 */
export function answeredCounts(list: ListDetail): ListDetail {
  if (list.status === LIST_STATUS.finished) return list;
  const { bad_syntax: malformed = 0, ...reasons } = list.reasons;
  const { processed, invalid } = list;
  return { ...list, processed: processed - malformed, invalid: invalid - malformed, reasons };
}
