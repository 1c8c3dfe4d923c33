import type { BouncesDeps } from '../bounces/deps.ts';
import type { DepsOf } from '../platform/container.ts';
import type * as connections from './context.ts';

export type ConnectionsDeps = BouncesDeps & DepsOf<typeof connections>;
