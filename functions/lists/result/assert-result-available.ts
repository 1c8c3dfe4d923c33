import { AppError } from '../../../shared/contract/errors.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import type { List } from '../rules/list.ts';

/** @throws {AppError} `wrong_state` unless the list is finished; `expired` for an expired result */
export function assertResultAvailable({ status, expiresAt }: List, now: number): void {
  if (status !== LIST_STATUS.finished) throw new AppError('wrong_state');
  if (expiresAt !== null && Date.parse(expiresAt) <= now) throw new AppError('expired');
}
