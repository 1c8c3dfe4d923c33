import type { DepsOf } from '../platform/container.ts';
import type { PlatformDeps } from '../platform/deps.ts';
import type * as mail from './context.ts';

export type MailDeps = PlatformDeps & DepsOf<typeof mail>;
