import { AppError } from '../../shared/contract/errors.ts';
import type { WebhooksDeps } from './deps.ts';
import { endpointRow } from './describe.ts';
import type { NewEndpoint } from './rules/endpoint.ts';

type UrlDeps = Pick<WebhooksDeps, 'endpointUrls'>;

/** @throws {AppError} `validation` for a URL that no event may be sent to */
export function readUrl({ endpointUrls }: UrlDeps, url: string): string {
  const normal = endpointUrls.normal(url);
  if (normal === undefined)
    throw new AppError('validation', { fields: { url: ['field.invalid'] } });
  return normal;
}

/**
 * Makes an endpoint, and the secret that signs what it is sent: nobody is shown it again.
 * @throws {AppError} `validation`, `too_many_endpoints`
 */
export async function createEndpoint(
  deps: UrlDeps & Pick<WebhooksDeps, 'clock' | 'endpoints' | 'ids'>,
  { userId, ...wanted }: Pick<NewEndpoint, 'userId' | 'url' | 'events' | 'description'>,
) {
  const now = deps.clock.now();
  const opened = await deps.endpoints.create({
    ...wanted,
    userId,
    id: deps.ids.ulid(now),
    url: readUrl(deps, wanted.url),
    events: [...new Set(wanted.events)],
    createdAt: new Date(now).toISOString(),
  });
  if (!opened) throw new AppError('too_many_endpoints');
  return { ...endpointRow(opened.endpoint), secret: opened.secret };
}
