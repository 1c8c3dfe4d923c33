import type { DepsOf } from '../platform/container.ts';
import type { PlatformDeps } from '../platform/deps.ts';
import type * as credits from './context.ts';

/** The dependencies that use cases of `credits` may receive: its own and the platform's. */
export type CreditsDeps = PlatformDeps & DepsOf<typeof credits>;
