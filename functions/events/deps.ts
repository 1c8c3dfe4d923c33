import type { DepsOf } from '../platform/container.ts';
import type { PlatformDeps } from '../platform/deps.ts';
import type * as events from './context.ts';

export type EventsDeps = PlatformDeps & DepsOf<typeof events>;
