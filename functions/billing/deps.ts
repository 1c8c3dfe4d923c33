import type { LowCreditsDeps } from '../low-credits/deps.ts';
import type { DepsOf } from '../platform/container.ts';
import type * as billing from './context.ts';

/** What the use cases of `billing` may be given: its own dependencies, and those below. */
export type BillingDeps = LowCreditsDeps & DepsOf<typeof billing>;
