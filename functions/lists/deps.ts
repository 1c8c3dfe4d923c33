import type { ChecksDeps } from '../checks/deps.ts';
import type { DepsOf } from '../platform/container.ts';
import type * as lists from './context.ts';

export type ListsDeps = ChecksDeps & DepsOf<typeof lists>;
