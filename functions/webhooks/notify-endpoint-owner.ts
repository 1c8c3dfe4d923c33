import { actorOf, type Caller } from '../access/authenticate.ts';
import { isTestOwner } from '../access/rules/owner.ts';
import { createMailMessage } from '../mail/create-mail-message.ts';
import type { WebhooksDeps } from './deps.ts';
import type { StoredEndpoint } from './rules/endpoint.ts';

/**
 * Emails the owner about a new destination of events or a new secret. Call it before the change, so
 * that no change goes unnoticed; an interrupted and repeated call sends two emails. Does nothing
 * for test keys, whose endpoints get no real events.
 */
export async function notifyEndpointOwner(
  { clock, ids, mailQueue }: Pick<WebhooksDeps, 'clock' | 'ids' | 'mailQueue'>,
  caller: Caller,
  { userId, url }: Pick<StoredEndpoint, 'userId' | 'url'>,
  what: 'made' | 'moved' | 'secret',
): Promise<void> {
  if (isTestOwner(userId)) return;
  const id = `webhook_changed:${ids.ulid(clock.now())}`;
  const params = { what, host: new URL(url).host, by: actorOf(caller) };
  await mailQueue.send(createMailMessage(caller.user, id, { template: 'webhook_changed', params }));
}
