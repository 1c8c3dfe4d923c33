import type { AccountDeps } from '../account/deps.ts';
import type { DepsOf } from '../platform/container.ts';
import type * as factors from './context.ts';

export type FactorsDeps = AccountDeps & DepsOf<typeof factors>;
