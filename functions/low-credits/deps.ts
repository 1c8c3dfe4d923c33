import type { AccessDeps } from '../access/deps.ts';
import type { CreditsDeps } from '../credits/deps.ts';
import type { EventsDeps } from '../events/deps.ts';
import type { MailDeps } from '../mail/deps.ts';
import type { DepsOf } from '../platform/container.ts';
import type * as lowCredits from './context.ts';

/** What the use cases of `low-credits` may be given: its own dependencies, and those below. */
export type LowCreditsDeps = AccessDeps &
  CreditsDeps &
  EventsDeps &
  MailDeps &
  DepsOf<typeof lowCredits>;
