import { AppError } from '../../shared/contract/errors.ts';
import { logSecurity } from '../access/security-log.ts';
import type { AccountDeps } from './deps.ts';

/**
 * Replaces the live key; the old one stops working immediately.
 * @throws {AppError} `api_paid_only`
 */
export async function resetApiKey(
  { apiKeys, log }: Pick<AccountDeps, 'apiKeys' | 'log'>,
  { userId, sourceIp }: { readonly userId: string; readonly sourceIp: string },
): Promise<{ api_key: string }> {
  const apiKey = await apiKeys.reset(userId);
  if (apiKey === undefined) throw new AppError('api_paid_only');
  logSecurity(log, { what: 'key_reset', account: userId, sourceIp });
  return { api_key: apiKey };
}
