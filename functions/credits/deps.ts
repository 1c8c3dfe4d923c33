import type { DepsOf } from '../platform/container.ts';
import type { PlatformDeps } from '../platform/deps.ts';
import type * as credits from './context.ts';

/** What the use cases of `credits` may be given: its own dependencies, and those below. */
export type CreditsDeps = PlatformDeps & DepsOf<typeof credits>;
