import type { LowCreditsDeps } from '../low-credits/deps.ts';
import type { DepsOf } from '../platform/container.ts';
import type * as checks from './context.ts';
import type * as engines from './engine-context.ts';

export type ChecksDeps = LowCreditsDeps & DepsOf<typeof checks> & DepsOf<typeof engines>;
