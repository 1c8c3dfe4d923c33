import type { SecurityEvent } from '../../shared/contract/errors.ts';
import { networkOf } from './limits/network-of.ts';
import type { Log } from '../platform/log.ts';

interface SecurityLogEntry {
  readonly what: SecurityEvent;
  /** Id of the affected account, if known; never its address. */
  readonly account?: string | undefined;
  /** Id of the acting account, if it is another one. */
  readonly by?: string | undefined;
  /** Source of the call, logged as its network. */
  readonly sourceIp?: string | undefined;
}

/** The only place that logs security events, so that all have the same format. */
export function logSecurity(log: Log, { what, account, by, sourceIp }: SecurityLogEntry): void {
  const network = sourceIp === undefined ? undefined : networkOf(sourceIp);
  log.warn('security', { what, account, by, network });
}
