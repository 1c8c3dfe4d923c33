import type { Mailbox } from '../net/mailbox.ts';
import type { ServerProfile } from '../kinds/kind.ts';
import { servesDomain } from '../net/mail-hosts.ts';
import type { Host } from '../net/mail-hosts.ts';
import { ordinalOf, mailboxStateOf } from '../net/users.ts';
import type { Stats } from '../net/stats.ts';
import { maxRecipientsPerConnection, greylistFor } from '../net/simulated-internet.ts';
import type { Domain, SimulatedInternet } from '../net/simulated-internet.ts';
import type { ClientMemory } from './client-memory.ts';
import { closesConnection } from './reply-template.ts';

export interface MailnetContext {
  world: SimulatedInternet;
  stats: Stats;
  memory: ClientMemory;
}

export interface ConnectionInfo {
  host: Host;
  hostName: string;
  server: ServerProfile;
  client: string;
  /** Number of the connection, for the ids that servers include in replies. */
  serial: number;
}

/** The reply template (without one, no reply is sent), and how the connection then ends. */
export interface RecipientDecision {
  reply?: string;
  next?: 'close' | 'reset';
}

export interface RecipientPolicy {
  startTransaction(): void;
  /** @param written the recipient exactly as the client sent it */
  decide(mailbox: Mailbox, written: string, sender: string): RecipientDecision;
}

export function createRecipientPolicy(
  { world, stats, memory }: MailnetContext,
  { host, hostName, server, client }: ConnectionInfo,
): RecipientPolicy {
  const visitor = `${hostName} ${client}`;
  let domain: Domain | undefined;
  let transactionCount = 0;
  let connectionCount = 0;
  let unknownCount = 0;
  let isDiscarding = false;
  const domainNames = new Set<string>();
  if (host.kind === 'own') stats.connected(host.index);

  const decideRecipient = (
    mailbox: Mailbox,
    written: string,
    sender: string,
  ): RecipientDecision => {
    if (domain?.name !== mailbox.domain) domain = world.named(mailbox.domain);
    if (!domain || !servesDomain(host, domain))
      return { reply: '554 5.7.1 <{rcpt}>: Relay access denied' };
    stats.connected(domain.index);
    const ordinal = ordinalOf(domain, mailbox.local);
    stats.recipient(domain, ordinal);
    if (connectionCount >= (maxRecipientsPerConnection(domain) ?? Infinity))
      return connectionLimitDecision(server);
    if (server.dropsAtRecipient) return { next: server.dropsAtRecipient };
    if (server.refusal?.stage === 'rcpt') {
      const { reply } = server.refusal;
      return { reply, ...(closesConnection(reply) && { next: 'close' }) };
    }
    if (server.acceptsAll) return { reply: server.replies.open };
    const state = mailboxStateOf(domain, mailbox.local);
    const greylist = greylistFor(server, state);
    if (greylist) {
      const { reply, forever = false } = greylist;
      const hasWaited = memory.hasWaited(client, sender, written, forever);
      if (forever || !hasWaited) {
        stats.greylisted(domain, ordinal, hasWaited);
        return { reply };
      }
    }
    if (mailbox.local.toLowerCase() === server.discards) isDiscarding = true;
    if (isDiscarding) return { reply: server.replies.open };
    if (unknownCount >= (server.harvestLimit ?? Infinity)) return { reply: server.replies.absent };
    if (state === 'absent') unknownCount++;
    return { reply: server.replies[state] };
  };

  return {
    startTransaction() {
      transactionCount = 0;
      isDiscarding = false;
    },
    decide(mailbox, written, sender) {
      const { perTransaction, perMinute, firstContact, limits } = server;
      domainNames.add(mailbox.domain);
      if (domainNames.size > (limits?.RCPTDOMAINMAX ?? Infinity))
        return { reply: '452 4.5.3 Error: too many domains of recipients' };
      if (perTransaction && transactionCount >= perTransaction.max)
        return { reply: perTransaction.reply };
      if (firstContact !== undefined && !memory.isKnown(visitor)) return { reply: firstContact };
      if (perMinute && memory.countRecipient(visitor) > perMinute.max)
        return { reply: perMinute.reply };
      const decision = decideRecipient(mailbox, written, sender);
      transactionCount++;
      connectionCount++;
      return decision;
    },
  };
}

function connectionLimitDecision({ perConnection }: ServerProfile): RecipientDecision {
  const end = perConnection?.end ?? 'close';
  if (end === 'close') return { next: end };
  return 'closeWith' in end ? { reply: end.closeWith, next: 'close' } : { reply: end.rejectWith };
}
