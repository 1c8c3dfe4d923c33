import type { DepsOf } from './container.ts';
import type * as platform from './context.ts';

/** What the platform gives to every feature. */
export type PlatformDeps = DepsOf<typeof platform>;
