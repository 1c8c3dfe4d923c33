import { AppError } from '../../shared/contract/errors.ts';
import type { ApiKeys } from '../access/ports.ts';
import type { Log } from '../platform/log.ts';
import { logSecurity } from '../platform/security-log.ts';

/**
 * Makes a new live key; the one before is dead at once.
 * @throws {AppError} `api_paid_only`
 */
export async function resetApiKey(
  { apiKeys, log }: { readonly apiKeys: Pick<ApiKeys, 'reset'>; readonly log: Log },
  { userId, sourceIp }: { readonly userId: string; readonly sourceIp: string },
): Promise<{ api_key: string }> {
  const apiKey = await apiKeys.reset(userId);
  if (apiKey === undefined) throw new AppError('api_paid_only');
  logSecurity(log, { what: 'key_reset', account: userId, sourceIp });
  return { api_key: apiKey };
}
