import { readAddress } from '../address.ts';
import type { Mailbox } from '../address.ts';
import { connectionLimit } from '../counters.ts';
import type { Server } from '../kinds/kind.ts';
import { serves } from '../mail-hosts.ts';
import type { Host } from '../mail-hosts.ts';
import { ordinalOf } from '../roster.ts';
import type { Tally } from '../tally.ts';
import { mailboxState } from '../world.ts';
import type { Domain, World } from '../world.ts';
import type { Greylist } from './greylist.ts';
import { readPath } from './path.ts';
import { fromOctets, worded } from './wording.ts';

/** What the sessions of one net have in common. */
export interface Premises {
  world: World;
  tally: Tally;
  greylist: Greylist;
}

export interface Caller {
  host: Host;
  hostName: string;
  server: Server;
  /** Address of the client. */
  client: string;
  /** Number of the connection, for the ids that servers put into replies. */
  serial: number;
}

/** Octets to send, and what to do once they are sent. */
export interface Reply {
  text: string;
  next?: 'close' | 'reset' | 'start-tls';
  /** Which of the server's paces applies. */
  work?: 'recipient';
}

const MOST_ERRORS = 20;
const BEYOND_ASCII = /[\x80-\xff]/u;
const DSN_PARAMETERS = new Set(['RET', 'ENVID', 'NOTIFY', 'ORCPT']);

/** The server's side of one SMTP dialogue (RFC 5321), without any transport. */
export class Session {
  readonly #premises: Premises;
  readonly #caller: Caller;
  readonly #values: Record<string, string>;
  #greeted: 'not' | 'helo' | 'ehlo' = 'not';
  #secure = false;
  #sender: string | undefined;
  #utf8 = false;
  #inTransaction = 0;
  #accepted = 0;
  #onConnection = 0;
  #errors = 0;
  #inData = false;
  #domain: Domain | undefined;
  readonly #domains = new Set<number>();

  constructor(premises: Premises, caller: Caller) {
    this.#premises = premises;
    this.#caller = caller;
    this.#values = {
      host: caller.hostName,
      client: caller.client,
      id: (caller.serial + 0x5f3759df).toString(36),
      sender: '',
      rcpt: '',
    };
    if (caller.host.kind === 'own') this.#concerns(caller.host.index);
  }

  greeting(): Reply {
    const { refusal, replies } = this.#caller.server;
    return refusal?.stage === 'greeting'
      ? this.#say(refusal.reply, 'close')
      : this.#say(replies.greeting);
  }

  /** The handshake is done: all that was said before is forgotten (RFC 3207 §4.2). */
  secured(): void {
    this.#secure = true;
    this.#greeted = 'not';
    this.#endTransaction();
  }

  /** Answers one line, its line end removed. Lines of a message get no answer. */
  line(line: string): Reply | undefined {
    if (this.#inData) {
      if (line !== '.') return undefined;
      this.#inData = false;
      this.#endTransaction();
      return this.#status('554', '5.7.1', 'This server takes no messages');
    }
    const space = line.indexOf(' ');
    const verb = (space < 0 ? line : line.slice(0, space)).toUpperCase();
    const reply = this.#command(verb, space < 0 ? '' : line.slice(space + 1).trim());
    this.#premises.tally.command(reply ? verb : 'OTHER');
    return reply ?? this.#error('500', '5.5.2', 'Error: command not recognized');
  }

  #command(verb: string, argument: string): Reply | undefined {
    switch (verb) {
      case 'RCPT':
        return this.#rcpt(argument);
      case 'MAIL':
        return this.#mail(argument);
      case 'EHLO':
        return this.#caller.server.heloOnly
          ? this.#error('500', '5.5.1', 'Command unrecognized')
          : this.#hello('ehlo', argument);
      case 'HELO':
        return this.#hello('helo', argument);
      case 'RSET':
        this.#endTransaction();
        return this.#status('250', '2.0.0', 'Ok');
      case 'NOOP':
        return this.#status('250', '2.0.0', 'Ok');
      case 'QUIT':
        return { ...this.#status('221', '2.0.0', 'Bye'), next: 'close' };
      case 'DATA':
        return this.#data();
      case 'STARTTLS':
        return this.#startTls(argument);
      case 'VRFY':
        return this.#status('252', '2.5.0', 'Cannot verify, but will take a message and try');
      case 'EXPN':
        return this.#error('502', '5.5.1', 'Command not implemented');
      case 'HELP':
        return this.#status('214', '2.0.0', 'See RFC 5321');
      case 'AUTH':
        return this.#error('503', '5.5.1', 'Error: authentication not enabled');
      default:
        return undefined;
    }
  }

  #hello(as: 'ehlo' | 'helo', argument: string): Reply {
    if (!argument) return this.#error('501', '5.5.4', 'Syntax: EHLO or HELO hostname');
    this.#endTransaction();
    this.#greeted = as;
    const { extensions, starttls } = this.#caller.server;
    if (as === 'helo') return this.#say('250 {host}');
    const offers = [...extensions, ...(starttls && !this.#secure ? ['STARTTLS'] : [])];
    const lines = [`{host} at your service, [{client}]`, ...offers];
    return this.#say(
      lines.map((line, at) => `250${at < lines.length - 1 ? '-' : ' '}${line}`).join('\n'),
    );
  }

  #startTls(argument: string): Reply {
    const { starttls } = this.#caller.server;
    if (!starttls) return this.#error('502', '5.5.1', 'Error: command not implemented');
    if (this.#secure) return this.#error('503', '5.5.1', 'Error: TLS already active');
    if (argument) return this.#error('501', '5.5.4', 'Syntax: STARTTLS');
    return { ...this.#status('220', '2.0.0', 'Ready to start TLS'), next: 'start-tls' };
  }

  #mail(argument: string): Reply {
    const { server } = this.#caller;
    if (server.starttls === 'required' && !this.#secure) {
      return this.#error('530', '5.7.0', 'Must issue a STARTTLS command first');
    }
    if (this.#greeted === 'not') return this.#error('503', '5.5.1', 'Error: send HELO/EHLO first');
    if (this.#sender !== undefined)
      return this.#error('503', '5.5.1', 'Error: nested MAIL command');
    const path = /^FROM:/iu.test(argument) ? readPath(argument) : undefined;
    if (!path) return this.#error('501', '5.5.4', 'Syntax: MAIL FROM:<address>');
    const parameters = path.parameters.map((parameter) => parameter.split('=')[0] ?? '');
    if (!parameters.every((parameter) => this.#knows(parameter))) {
      return this.#error('555', '5.5.4', 'MAIL FROM parameters not recognized or not implemented');
    }
    const utf8 = parameters.includes('SMTPUTF8');
    if (path.address && !this.#address(path.address, utf8)) {
      return this.#error('501', '5.1.7', 'Bad sender address syntax');
    }
    this.#values['sender'] = path.address;
    if (server.refusal?.stage === 'mail') return this.#say(server.refusal.reply);
    this.#sender = path.address;
    this.#utf8 = utf8;
    return this.#status('250', '2.1.0', 'Ok');
  }

  #rcpt(argument: string): Reply {
    if (this.#sender === undefined) return this.#error('503', '5.5.1', 'Error: need MAIL command');
    const { server } = this.#caller;
    const path = /^TO:/iu.test(argument) ? readPath(argument) : undefined;
    const mailbox = path && this.#address(path.address, this.#utf8);
    if (!mailbox) return this.#error('501', '5.1.3', 'Bad recipient address syntax');
    this.#values['rcpt'] = path.address;
    if (this.#inTransaction >= (server.perTransaction?.most ?? Infinity)) {
      return this.#say(server.perTransaction?.reply ?? '');
    }
    const reply = this.#judge(mailbox);
    this.#inTransaction++;
    this.#onConnection++;
    if (reply.text.startsWith('2')) this.#accepted++;
    return { ...reply, work: 'recipient' };
  }

  #judge(mailbox: Mailbox): Reply {
    const { server, host } = this.#caller;
    const { world, tally } = this.#premises;
    if (this.#domain?.name !== mailbox.domain) this.#domain = world.named(mailbox.domain);
    const domain = this.#domain;
    if (!domain || !serves(host, domain)) {
      return this.#status('554', '5.7.1', `<${this.#values['rcpt']}>: Relay access denied`);
    }
    this.#concerns(domain.index);
    const ordinal = ordinalOf(domain, mailbox.local);
    tally.recipient(domain, ordinal);
    if (this.#onConnection >= (connectionLimit(domain) ?? Infinity)) return this.#exhausted();
    if (server.breaks) return { text: '', next: server.breaks };
    if (server.refusal?.stage === 'rcpt') return this.#say(server.refusal.reply);
    if (server.acceptsAll) return this.#say(server.replies.open);
    const state = ordinal === undefined ? 'absent' : mailboxState(domain, ordinal);
    return this.#defers(domain, state === 'absent') ?? this.#say(server.replies[state]);
  }

  #exhausted(): Reply {
    const end = this.#caller.server.perConnection?.end ?? 'close';
    return typeof end === 'string' ? { text: '', next: end } : this.#say(end.say, 'close');
  }

  #defers(domain: Domain, absent: boolean): Reply | undefined {
    const { greylist } = this.#caller.server;
    if (!greylist || (absent && greylist.unknownFirst)) return undefined;
    const { client, sender, rcpt } = this.#values;
    if (this.#premises.greylist.passes(client ?? '', sender ?? '', rcpt ?? '')) return undefined;
    this.#premises.tally.greylisted(domain);
    return this.#say(greylist.reply);
  }

  #data(): Reply {
    if (this.#sender === undefined) return this.#error('503', '5.5.1', 'Error: need MAIL command');
    if (this.#accepted === 0) return this.#error('554', '5.5.1', 'Error: no valid recipients');
    this.#inData = true;
    return this.#say('354 End data with <CR><LF>.<CR><LF>');
  }

  #knows(parameter: string): boolean {
    const { extensions } = this.#caller.server;
    if (this.#greeted === 'helo') return false;
    if (parameter === 'SIZE') return extensions.includes('SIZE 35882577');
    if (parameter === 'BODY') return extensions.includes('8BITMIME');
    if (parameter === 'SMTPUTF8') return extensions.includes('SMTPUTF8');
    return DSN_PARAMETERS.has(parameter) && extensions.includes('DSN');
  }

  /** UTF-8 only where the client said that it would come (RFC 6531 §3.4). */
  #address(octets: string, utf8: boolean): Mailbox | undefined {
    if (!BEYOND_ASCII.test(octets)) return readAddress(octets);
    return utf8 ? readAddress(fromOctets(octets)) : undefined;
  }

  #concerns(index: number): void {
    if (this.#domains.has(index)) return;
    this.#domains.add(index);
    this.#premises.tally.connected(index);
  }

  #endTransaction(): void {
    this.#sender = undefined;
    this.#utf8 = false;
    this.#inTransaction = 0;
    this.#accepted = 0;
  }

  #say(template: string, next?: Reply['next']): Reply {
    const text = worded(template, this.#values);
    return next ? { text, next } : { text };
  }

  /** A reply of our own making; its enhanced code only where the server offers those. */
  #status(code: string, enhanced: string, text: string): Reply {
    const offered = this.#caller.server.extensions.includes('ENHANCEDSTATUSCODES');
    return { text: `${code} ${offered ? `${enhanced} ` : ''}${text}\r\n` };
  }

  #error(code: string, enhanced: string, text: string): Reply {
    if (++this.#errors < MOST_ERRORS) return this.#status(code, enhanced, text);
    return { ...this.#status('421', '4.7.0', 'Error: too many errors'), next: 'close' };
  }
}
