import type { AccessDeps } from '../access/deps.ts';
import type { DepsOf } from '../platform/container.ts';
import type * as assistants from './context.ts';

export type AssistantsDeps = AccessDeps & DepsOf<typeof assistants>;
