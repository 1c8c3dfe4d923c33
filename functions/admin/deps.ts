import type { AccountDeps } from '../account/deps.ts';
import type { BillingDeps } from '../billing/deps.ts';
import type { ListsDeps } from '../lists/deps.ts';
import type { DepsOf } from '../platform/container.ts';
import type * as admin from './context.ts';

export type AdminDeps = AccountDeps & BillingDeps & ListsDeps & DepsOf<typeof admin>;
