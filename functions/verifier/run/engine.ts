import type { MailRouter } from '../dns/mail-route.ts';
import type { TtlCache } from '../facts/ttl-cache.ts';
import type { Limits } from '../limits.ts';
import type { Breaker } from '../pace/breaker.ts';
import type { Governor } from '../pace/governor.ts';
import type { Slots } from '../pace/slots.ts';
import type { OpenFailure } from '../smtp/session.ts';
import type { Counters, VerifierConfig } from '../types.ts';

/** What the runs of one verifier share. */
export interface Engine {
  config: VerifierConfig;
  limits: Limits;
  router: MailRouter;
  governor: Governor;
  slots: Slots;
  /** Opens when no mail host at all can be reached. */
  outage: Breaker;
  /** Addresses that could not be connected to, so that domains sharing them do not each find out. */
  deadHosts: TtlCache<OpenFailure>;
  counters: Counters;
  /** Our side of a connection, as part of the key under which pace is remembered. */
  egressName: string;
}

export function egressNameOf({ egress, smtp }: VerifierConfig): string {
  switch (egress.kind) {
    case 'direct':
      return egress.localAddress ?? smtp.helo;
    case 'socks5':
      return `${egress.host}:${egress.port}`;
    case 'off':
      return 'off';
  }
}
