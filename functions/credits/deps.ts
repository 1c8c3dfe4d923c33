import type { DepsOf } from '../platform/container.ts';
import type { PlatformDeps } from '../platform/deps.ts';
import type * as credits from './context.ts';

export type CreditsDeps = PlatformDeps & DepsOf<typeof credits>;
