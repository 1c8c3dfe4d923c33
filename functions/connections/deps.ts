import type { ListsDeps } from '../lists/deps.ts';
import type { DepsOf } from '../platform/container.ts';
import type * as connections from './context.ts';

export type ConnectionsDeps = ListsDeps & DepsOf<typeof connections>;
