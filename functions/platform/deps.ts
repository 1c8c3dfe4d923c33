import type { DepsOf } from './container.ts';
import type * as platform from './context.ts';

export type PlatformDeps = DepsOf<typeof platform>;
