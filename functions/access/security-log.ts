import type { SecurityEvent } from '../../shared/contract/errors.ts';
import { networkOf } from './limits/network-of.ts';
import type { Log } from '../platform/log.ts';

interface SecurityLogEntry {
  readonly what: SecurityEvent;
  /** Id of the affected account, if known; never its address. */
  readonly account?: string | undefined;
  /** Id of the account that acts, if it is another than `account`. */
  readonly by?: string | undefined;
  /** IP address of the caller; only its network is logged. */
  readonly sourceIp?: string | undefined;
}

/** Logs a security event. All of them are logged here, so that they have the same format. */
export function logSecurity(log: Log, { what, account, by, sourceIp }: SecurityLogEntry): void {
  const network = sourceIp === undefined ? undefined : networkOf(sourceIp);
  log.warn('security', { what, account, by, network });
}
