import type { DepsOf } from '../platform/container.ts';
import type { PlatformDeps } from '../platform/deps.ts';
import type * as mail from './context.ts';

/** What the use cases of `mail` may ask for: its own dependencies, and those of the features below. */
export type MailDeps = PlatformDeps & DepsOf<typeof mail>;
