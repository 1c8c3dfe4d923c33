import type { DepsOf } from '../platform/container.ts';
import type { PlatformDeps } from '../platform/deps.ts';
import type * as events from './context.ts';

/** What the use cases of `events` may be given: its own dependencies, and those of the platform. */
export type EventsDeps = PlatformDeps & DepsOf<typeof events>;
