import type { BillingDeps } from '../billing/deps.ts';
import type { ListsDeps } from '../lists/deps.ts';
import type { DepsOf } from '../platform/container.ts';
import type * as bounces from './context.ts';

export type BouncesDeps = BillingDeps & ListsDeps & DepsOf<typeof bounces>;
