import type { DepsOf } from '../platform/container.ts';
import type { PlatformDeps } from '../platform/deps.ts';
import type * as access from './context.ts';

export type AccessDeps = PlatformDeps & DepsOf<typeof access>;
