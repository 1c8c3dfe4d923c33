import type { AccessDeps } from '../access/deps.ts';
import type { EventsDeps } from '../events/deps.ts';
import type { MailDeps } from '../mail/deps.ts';
import type { DepsOf } from '../platform/container.ts';
import type * as webhooks from './context.ts';

export type WebhooksDeps = AccessDeps & EventsDeps & MailDeps & DepsOf<typeof webhooks>;
