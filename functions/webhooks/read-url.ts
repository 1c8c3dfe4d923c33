import { AppError } from '../../shared/contract/errors.ts';
import type { WebhooksDeps } from './deps.ts';

/** @throws {AppError} `validation` for a URL that no event may be sent to */
export function readUrl({ endpointUrls }: Pick<WebhooksDeps, 'endpointUrls'>, url: string): string {
  const normal = endpointUrls.normal(url);
  if (normal === undefined)
    throw new AppError('validation', { fields: { url: ['field.invalid'] } });
  return normal;
}
