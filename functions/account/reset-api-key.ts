import { AppError } from '../../shared/contract/errors.ts';
import { FIRST_KEY_ID } from '../../shared/contract/keys.ts';
import { logSecurity } from '../access/security-log.ts';
import type { AccountDeps } from './deps.ts';
import type { KeyRequest } from './keys.ts';

/**
 * Replaces the live key; the old one stops working immediately.
 * @throws {AppError} `api_paid_only`
 */
export async function replaceFirstKey(
  { accessChanges, apiKeys, log }: Pick<AccountDeps, 'accessChanges' | 'apiKeys' | 'log'>,
  { user, sourceIp, by }: KeyRequest,
): Promise<{ api_key: string }> {
  const change = { kind: 'key', what: 'changed', target: FIRST_KEY_ID, name: '', by } as const;
  const write = await accessChanges.announce(user.id, change);
  const apiKey = await apiKeys.reset(user.id, 'live', write);
  if (apiKey === undefined) throw new AppError('api_paid_only');
  logSecurity(log, { what: 'key_reset', account: user.id, sourceIp });
  return { api_key: apiKey };
}
