import { AppError } from '../../shared/contract/errors.ts';
import type { EventType } from '../../shared/model/webhook.ts';
import type { WebhooksDeps } from './deps.ts';
import { type Endpoint, mayReceive } from './rules/endpoint.ts';

/** @throws {AppError} `validation` for a URL that events may not be sent to */
export function readUrl({ endpointUrls }: Pick<WebhooksDeps, 'endpointUrls'>, url: string): string {
  const normal = endpointUrls.normalize(url);
  if (normal === undefined)
    throw new AppError('validation', { fields: { url: ['field.invalid'] } });
  return normal;
}

/**
 * Removes duplicates.
 * @throws {AppError} `validation` for an event that the endpoint's key may not read
 */
export function readEvents(endpoint: Pick<Endpoint, 'key'>, events: readonly EventType[]) {
  if (!events.every((type) => mayReceive(endpoint, type)))
    throw new AppError('validation', { fields: { events: ['field.key_event'] } });
  return [...new Set(events)];
}
