import { AppError } from '../../shared/contract/errors.ts';
import { type AccountRole, includesRole, type RouteRole } from '../../shared/model/account.ts';

/** @throws {AppError} `role_required`, with the least role that may make the call */
export function requireRole(role: AccountRole, least: RouteRole | undefined): void {
  if (!includesRole(role, least)) throw new AppError('role_required', { body: { role: least } });
}
