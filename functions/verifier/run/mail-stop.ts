import type { MailRoute } from '../dns/mail-route.ts';
import { providerOf } from '../providers.ts';
import type { Provider } from '../data/provider.ts';
import { awaitsProbe, isDone } from './task.ts';
import type { Task } from './task.ts';

/**
 * A place to ask at: a list of mail hosts from a given one on, with the domains that wait there.
 * Domains with the same mail hosts share it, and so share connections.
 */
export interface MailStop {
  route: MailRoute;
  /** Hosts before this one are not asked. */
  rank: number;
  provider: Provider | undefined;
  /** Whose patience is being spent. */
  paceKey: string;
  tasks: Set<Task>;
  sessions: number;
  /** Its servers were seen to insist on TLS. */
  needsTls: boolean;
  /** Somebody was answered here. */
  served: boolean;
  /** Connections in a row that broke before anyone could be asked, and domains lost so. */
  broken: number;
  /** Waits for the pace of its provider to allow a session. */
  parked: boolean;
  /** What its sessions spent on the latest recipients, for the time one takes. */
  measured: { ms: number; recipients: number };
}

export function createMailStop(route: MailRoute, rank: number, egressName: string): MailStop {
  const host = route.hosts[rank] ?? route.hosts[0] ?? '';
  const provider = providerOf(host);
  // Many small domains have a name of their own for a host that they share.
  const server = rank === route.first ? route.address : host;
  return {
    route,
    rank,
    provider,
    paceKey: `${provider?.id ?? server}|${egressName}`,
    tasks: new Set(),
    sessions: 0,
    needsTls: false,
    served: false,
    broken: 0,
    parked: false,
    measured: { ms: 0, recipients: 0 },
  };
}

/** Answers after which half of what was measured before is forgotten. */
const MEASURED = 64;

/** Notes that a recipient was answered after so many milliseconds of a session. */
export function measure({ measured }: MailStop, ms: number): void {
  measured.ms += ms;
  measured.recipients += 1;
  if (measured.recipients < MEASURED) return;
  measured.ms /= 2;
  measured.recipients /= 2;
}

/** Milliseconds of a session that one recipient takes, 0 while nothing is known. */
export const msPerRecipient = ({ measured: { ms, recipients } }: MailStop): number =>
  recipients === 0 ? 0 : ms / recipients;

/** The next task a session can do something for. Those that are done leave the stop. */
export function nextTask(stop: MailStop): Task | undefined {
  for (const task of stop.tasks) {
    if (task.asks.length > 0 || awaitsProbe(task)) return task;
    if (isDone(task)) stop.tasks.delete(task);
  }
  return undefined;
}

/** Recipients without an answer, counted no further than `enough`. */
export function unanswered(stop: MailStop, enough: number): number {
  let count = 0;
  for (const task of stop.tasks) {
    count += task.asks.length + task.onWire;
    if (count === 0 && awaitsProbe(task)) count = 1;
    if (count >= enough) break;
  }
  return count;
}
