import type { LowCreditsDeps } from '../low-credits/deps.ts';
import type { DepsOf } from '../platform/container.ts';
import type * as checks from './context.ts';

export type ChecksDeps = LowCreditsDeps & DepsOf<typeof checks>;
