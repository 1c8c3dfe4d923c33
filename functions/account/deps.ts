import type { AccessDeps } from '../access/deps.ts';
import type { CreditsDeps } from '../credits/deps.ts';
import type { MailDeps } from '../mail/deps.ts';
import type { DepsOf } from '../platform/container.ts';
import type * as account from './context.ts';

export type AccountDeps = AccessDeps & CreditsDeps & MailDeps & DepsOf<typeof account>;
