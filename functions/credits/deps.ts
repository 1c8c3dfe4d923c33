import type { DepsOf } from '../platform/container.ts';
import type { PlatformDeps } from '../platform/deps.ts';
import type * as credits from './context.ts';

/** Dependencies of the use cases of `credits`, including the platform's. */
export type CreditsDeps = PlatformDeps & DepsOf<typeof credits>;
