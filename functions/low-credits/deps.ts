import type { AccessDeps } from '../access/deps.ts';
import type { CreditsDeps } from '../credits/deps.ts';
import type { EventsDeps } from '../events/deps.ts';
import type { MailDeps } from '../mail/deps.ts';
import type { DepsOf } from '../platform/container.ts';
import type * as lowCredits from './context.ts';

export type LowCreditsDeps = AccessDeps &
  CreditsDeps &
  EventsDeps &
  MailDeps &
  DepsOf<typeof lowCredits>;
