import type { UserStatus } from '../../../shared/model/account.ts';

export interface DirectoryRow {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly status: UserStatus;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}
