import type { ChecksDeps } from '../checks/deps.ts';
import type { DepsOf } from '../platform/container.ts';
import type * as lists from './context.ts';

/** What the use cases of `lists` may be given: its own dependencies, and those below. */
export type ListsDeps = ChecksDeps & DepsOf<typeof lists>;
