import type { FactorsDeps } from '../factors/deps.ts';
import type { DepsOf } from '../platform/container.ts';
import type * as members from './context.ts';

export type MembersDeps = FactorsDeps & DepsOf<typeof members>;
