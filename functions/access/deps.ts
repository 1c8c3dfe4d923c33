import type { DepsOf } from '../platform/container.ts';
import type { PlatformDeps } from '../platform/deps.ts';
import type * as access from './context.ts';

/** What the use cases of `access` may be given: its own dependencies, and those below. */
export type AccessDeps = PlatformDeps & DepsOf<typeof access>;
