import type { AccountDeps } from '../account/deps.ts';
import type { DepsOf } from '../platform/container.ts';
import type * as secondFactor from './context.ts';

export type SecondFactorDeps = AccountDeps & DepsOf<typeof secondFactor>;
