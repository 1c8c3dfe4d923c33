import type { Mailbox } from '../net/address.ts';
import type { Server } from '../kinds/kind.ts';
import { serves } from '../net/mail-hosts.ts';
import type { Host } from '../net/mail-hosts.ts';
import { ordinalOf } from '../net/users.ts';
import type { Stats } from '../net/stats.ts';
import { connectionLimit, greylistFor, mailboxState } from '../net/world.ts';
import type { Domain, World } from '../net/world.ts';
import type { ClientMemory } from './client-memory.ts';
import { closesAfter } from './wording.ts';

/** What the sessions of one net have in common. */
export interface Context {
  world: World;
  stats: Stats;
  memory: ClientMemory;
}

/** Who was dialled, and by whom. */
export interface Caller {
  host: Host;
  hostName: string;
  server: Server;
  /** Address of the client. */
  client: string;
  /** Number of the connection, for the ids that servers put into replies. */
  serial: number;
}

/** A reply template, and whether the connection ends with it. Without a template it just ends. */
export interface Decision {
  reply?: string;
  next?: 'close' | 'reset';
}

/** Decides over the recipients of one connection, by what its server is like. */
export class Recipients {
  readonly #context: Context;
  readonly #caller: Caller;
  readonly #domains = new Set<number>();
  #domain: Domain | undefined;
  #inTransaction = 0;
  #onConnection = 0;

  constructor(context: Context, caller: Caller) {
    this.#context = context;
    this.#caller = caller;
    if (caller.host.kind === 'own') this.#concern(caller.host.index);
  }

  startTransaction(): void {
    this.#inTransaction = 0;
  }

  /** `written` is the recipient as it came, `sender` likewise. */
  decide(mailbox: Mailbox, written: string, sender: string): Decision {
    const { server, client, hostName } = this.#caller;
    const { perTransaction, perMinute, firstContact } = server;
    const { memory } = this.#context;
    const visitor = `${hostName} ${client}`;
    if (perTransaction && this.#inTransaction >= perTransaction.max)
      return { reply: perTransaction.reply };
    if (firstContact !== undefined && !memory.knows(visitor)) return { reply: firstContact };
    if (perMinute && memory.recipients(visitor) > perMinute.max) return { reply: perMinute.reply };
    const decision = this.#judge(mailbox, written, sender);
    this.#inTransaction++;
    this.#onConnection++;
    return decision;
  }

  #judge(mailbox: Mailbox, written: string, sender: string): Decision {
    const { server, host } = this.#caller;
    const { world, stats, memory } = this.#context;
    if (this.#domain?.name !== mailbox.domain) this.#domain = world.named(mailbox.domain);
    const domain = this.#domain;
    if (!domain || !serves(host, domain))
      return { reply: '554 5.7.1 <{rcpt}>: Relay access denied' };
    this.#concern(domain.index);
    const ordinal = ordinalOf(domain, mailbox.local);
    stats.recipient(domain, ordinal);
    if (this.#onConnection >= (connectionLimit(domain) ?? Infinity)) return this.#exhausted();
    if (server.breaks) return { next: server.breaks };
    if (server.refusal?.stage === 'rcpt') {
      const { reply } = server.refusal;
      return { reply, ...(closesAfter(reply) && { next: 'close' }) };
    }
    if (server.acceptsAll) return { reply: server.replies.open };
    const state = ordinal === undefined ? 'absent' : mailboxState(domain, ordinal);
    const greylist = greylistFor(server, state);
    if (greylist) {
      const { reply, forever = false } = greylist;
      const ripe = memory.ripe(this.#caller.client, sender, written, { forgets: forever });
      if (forever || !ripe) {
        stats.greylisted(domain, ordinal, ripe);
        return { reply };
      }
    }
    return { reply: server.replies[state] };
  }

  #exhausted(): Decision {
    const end = this.#caller.server.perConnection?.end ?? 'close';
    if (end === 'close') return { next: end };
    return 'say' in end ? { reply: end.say, next: 'close' } : { reply: end.refuse };
  }

  #concern(index: number): void {
    if (this.#domains.has(index)) return;
    this.#domains.add(index);
    this.#context.stats.connected(index);
  }
}
