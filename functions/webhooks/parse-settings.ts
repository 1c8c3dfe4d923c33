import { AppError } from '../../shared/contract/errors.ts';
import type { EventType } from '../../shared/model/webhook.ts';
import type { WebhooksDeps } from './deps.ts';
import { type StoredEndpoint, mayReceiveEvent } from './rules/endpoint.ts';

/** Normalizes a URL. @throws {AppError} `validation` if events may not be sent to it */
export function parseEndpointUrl(
  { endpointUrls }: Pick<WebhooksDeps, 'endpointUrls'>,
  url: string,
): string {
  const normal = endpointUrls.normalize(url);
  if (normal === undefined)
    throw new AppError('validation', { fields: { url: ['field.endpoint_url'] } });
  return normal;
}

/** @throws {AppError} `validation` if the endpoint's key does not have a required scope */
export function parseEventTypes(
  endpoint: Pick<StoredEndpoint, 'key'>,
  events: readonly EventType[],
) {
  if (!events.every((type) => mayReceiveEvent(endpoint, type)))
    throw new AppError('validation', { fields: { events: ['field.key_event'] } });
  return [...new Set(events)];
}
