import type { ChecksDeps } from '../checks/deps.ts';
import type { AccountDeps } from '../account/deps.ts';
import type { DepsOf } from '../platform/container.ts';
import type * as forms from './context.ts';

export type FormsDeps = AccountDeps & ChecksDeps & DepsOf<typeof forms>;
