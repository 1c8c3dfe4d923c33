import { actorOf, type Caller } from '../access/authenticate.ts';
import { mailTo } from '../mail/mail-to.ts';
import type { WebhooksDeps } from './deps.ts';

/**
 * Tells the owner by mail where events go from now on, or that a secret is new. Called before the
 * change, so that none is made without a word: a call that is cut off behind it and then repeated
 * is told of twice. Endpoints of test keys are told nothing real, and their owner nothing of them.
 */
export async function tellOwner(
  { clock, ids, mailQueue }: Pick<WebhooksDeps, 'clock' | 'ids' | 'mailQueue'>,
  caller: Caller,
  url: string,
  what: 'made' | 'moved' | 'secret',
): Promise<void> {
  if (caller.test) return;
  const id = `webhook_changed:${ids.ulid(clock.now())}`;
  const params = { what, host: new URL(url).host, by: actorOf(caller) };
  await mailQueue.send(mailTo(caller.user, id, { template: 'webhook_changed', params }));
}
