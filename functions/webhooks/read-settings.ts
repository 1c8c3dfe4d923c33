import { AppError } from '../../shared/contract/errors.ts';
import type { EventType } from '../../shared/model/webhook.ts';
import type { WebhooksDeps } from './deps.ts';
import { type Endpoint, mayReceive } from './rules/endpoint.ts';

/** Normalizes a URL. @throws {AppError} `validation` if events may not be sent to it */
export function readUrl({ endpointUrls }: Pick<WebhooksDeps, 'endpointUrls'>, url: string): string {
  const normal = endpointUrls.normalize(url);
  if (normal === undefined)
    throw new AppError('validation', { fields: { url: ['field.invalid'] } });
  return normal;
}

/**
 * Removes duplicate event types.
 * @throws {AppError} `validation` if the endpoint's key lacks the scope for one of them
 */
export function readEvents(endpoint: Pick<Endpoint, 'key'>, events: readonly EventType[]) {
  if (!events.every((type) => mayReceive(endpoint, type)))
    throw new AppError('validation', { fields: { events: ['field.key_event'] } });
  return [...new Set(events)];
}
