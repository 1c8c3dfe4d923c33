import type { DepsOf } from '../platform/container.ts';
import type { PlatformDeps } from '../platform/deps.ts';
import type * as mail from './context.ts';

/** What the use cases of `mail` may be given: its own dependencies, and those below. */
export type MailDeps = PlatformDeps & DepsOf<typeof mail>;
