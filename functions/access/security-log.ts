import type { SecurityEvent } from '../../shared/contract/errors.ts';
import { networkOf } from './limits/network-of.ts';
import type { Log } from '../platform/log.ts';

interface Occasion {
  readonly what: SecurityEvent;
  /** Id of the account concerned, where one is known; never its address. */
  readonly account?: string | undefined;
  /** Id of the account that acted, where it is another one. */
  readonly by?: string | undefined;
  /** Where the call came from; the log holds its network. */
  readonly sourceIp?: string | undefined;
}

/** The one shape in which events of security stand in the log. */
export function logSecurity(log: Log, { what, account, by, sourceIp }: Occasion): void {
  const network = sourceIp === undefined ? undefined : networkOf(sourceIp);
  log.warn('security', { what, account, by, network });
}
