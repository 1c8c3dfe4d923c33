import type { SecurityEvent } from '../../shared/contract/errors.ts';
import { networkOf } from './limits/network-of.ts';
import type { Log } from '../platform/log.ts';

interface SecurityLogEntry {
  readonly what: SecurityEvent;
  /** Id of the affected account, if known; never its address. */
  readonly account?: string | undefined;
  /** Id of the acting account, if it is not `account`. */
  readonly by?: string | undefined;
  /** IP address of the caller; only its network is logged. */
  readonly sourceIp?: string | undefined;
}

/** All security events are logged here, so that they have one format. */
export function logSecurity(log: Log, { what, account, by, sourceIp }: SecurityLogEntry): void {
  const network = sourceIp === undefined ? undefined : networkOf(sourceIp);
  log.warn('security', { what, account, by, network });
}
