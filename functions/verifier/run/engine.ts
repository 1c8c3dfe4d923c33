import type { MailRouter } from '../dns/mail-route.ts';
import type { TtlCache } from '../facts/ttl-cache.ts';
import type { Limits } from '../limits.ts';
import type { Breaker } from '../pace/breaker.ts';
import type { Governor } from '../pace/governor.ts';
import type { Slots } from '../pace/slots.ts';
import type { OpenFailure } from '../smtp/session.ts';
import type { Interpreter } from './interpreter.ts';
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
  interpreter: Interpreter;
  counters: Counters;
  /** Sessions begun, by whose number a trace tells them apart. */
  sessions: number;
  /** Connections that have said goodbye and are not closed yet. */
  partings: Partings;
  /** Our side of a connection, as part of the key under which pace is remembered. */
  egressName: string;
}

export interface Partings {
  /** Resolves with the promise given. */
  see(closed: Promise<void>): Promise<void>;
  over(): Promise<void>;
}

export function createPartings(): Partings {
  const open = new Set<Promise<void>>();
  return {
    async see(closed) {
      open.add(closed);
      await closed;
      open.delete(closed);
    },
    async over() {
      await Promise.all(open);
    },
  };
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
