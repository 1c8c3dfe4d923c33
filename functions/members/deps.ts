import type { AccountDeps } from '../account/deps.ts';
import type { DepsOf } from '../platform/container.ts';
import type * as members from './context.ts';

export type MembersDeps = AccountDeps & DepsOf<typeof members>;
