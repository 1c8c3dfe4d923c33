import type { Sessions, User } from './ports.ts';
import type { MailQueue } from '../mail/ports.ts';
import type { Clock, Ids } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { logSecurity } from '../platform/security-log.ts';

export interface AfterChangeDeps {
  readonly sessions: Sessions;
  readonly mailQueue: MailQueue;
  readonly log: Log;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * What follows a change of the password: the log says so, the owner is told by mail, and the
 * sessions it has ended are deleted. `except` names the session that goes on.
 */
export async function afterPasswordChange(
  deps: AfterChangeDeps,
  user: User,
  { sourceIp, except }: { readonly sourceIp: string; readonly except?: string },
): Promise<void> {
  const account = user.id;
  logSecurity(deps.log, { what: 'password_changed', account, sourceIp });
  // First of all, since nobody sends it later: the sessions have ended by the change itself.
  await deps.mailQueue.send({
    kind: 'mail',
    v: 1,
    id: `password-changed:${deps.ids.ulid(deps.clock.now())}`,
    to: user.email,
    firstName: user.firstName,
    language: user.language,
    content: { template: 'password_changed', params: {} },
  });
  await deps.sessions.endAll(account, except);
}
