import type { LowCreditsDeps } from '../low-credits/deps.ts';
import type { DepsOf } from '../platform/container.ts';
import type * as checks from './context.ts';

/** What the use cases of `checks` may be given: its own dependencies, and those below. */
export type ChecksDeps = LowCreditsDeps & DepsOf<typeof checks>;
