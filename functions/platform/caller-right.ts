import type { RouteRole } from '../../shared/model/account.ts';
import type { Expression } from './dynamo/db.ts';
import type { Key } from './dynamo/key.ts';

/**
 * The right of the person who calls, as a condition on the profile of the account. The writes of the
 * call inherit it, because the role that the guard has read may have ended since.
 */
export interface CallerRight {
  /** Key of the profile. */
  readonly key: Key;
  /** Adds a role that the rest of the call requires. */
  require(least: RouteRole | undefined): void;
  /** Undefined if the call requires no role. */
  condition(): Expression | undefined;
  /**
   * Replaces the condition by one on the present profile.
   * @throws {AppError} `role_required` if the person no longer has the required roles
   */
  renew(): Promise<void>;
}
