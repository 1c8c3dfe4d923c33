import { readAddress } from '../net/address.ts';
import type { Stats } from '../net/stats.ts';
import { type Caller, type Context, Recipients } from './recipients.ts';
import { closesAfter, fromOctets, worded } from './wording.ts';

/** Octets to send, and what to do once they are sent. */
export interface Reply {
  text: string;
  next?: 'close' | 'reset' | 'start-tls';
  /** Which of the server's paces applies. */
  work?: 'recipient';
  /** Milliseconds that it takes beyond that, before time scaling. */
  delay?: number;
}

const BRACKETED = /^(?:FROM|TO):\s*<((?:"(?:[^"\\]|\\.)*"|[^">\s])*)>((?:\s+\S+)*)\s*$/iu;
const SOURCE_ROUTE = /^@[^:]*:/u;
const MAX_ERRORS = 20;
/** UTF-8 comes only from a client that said so (RFC 6531 §3.4). */
const BEYOND_ASCII = /[\x80-\xff]/u;
const DSN_PARAMETERS = new Set(['RET', 'ENVID', 'NOTIFY', 'ORCPT']);

/** The server's side of one SMTP dialogue (RFC 5321), without any transport. */
export class Session {
  readonly #stats: Stats;
  readonly #recipients: Recipients;
  readonly #caller: Caller;
  readonly #values: Record<string, string>;
  #greeted: 'not' | 'helo' | 'ehlo' = 'not';
  #secure = false;
  #sender: string | undefined;
  #utf8 = false;
  #accepted = 0;
  #errors = 0;
  #refusals = 0;
  #inData = false;

  constructor(context: Context, caller: Caller) {
    this.#stats = context.stats;
    this.#recipients = new Recipients(context, caller);
    this.#caller = caller;
    this.#values = {
      host: caller.hostName,
      client: caller.client,
      // As long as real ones are, and a mix of letters and digits as they are.
      id: `${(caller.serial + 0x5f3759df).toString(36)}-20020a17${caller.serial.toString(16)}`,
      sender: '',
      rcpt: '',
    };
  }

  greeting(): Reply {
    const { refusal, replies } = this.#caller.server;
    return refusal?.stage === 'greeting'
      ? this.#say(refusal.reply, 'close')
      : this.#say(replies.greeting);
  }

  /** What is sent before the greeting is due. */
  banner(): string {
    const { banner } = this.#caller.server;
    return banner === undefined ? '' : this.#say(banner).text;
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
    this.#stats.command(reply ? verb : 'OTHER');
    return this.#delayed(reply ?? this.#error('500', '5.5.2', 'Error: command not recognized'));
  }

  #delayed(reply: Reply): Reply {
    const { tarpit } = this.#caller.server;
    if (tarpit === undefined || !/^[45]/u.test(reply.text)) return reply;
    return { ...reply, delay: tarpit * 2 ** this.#refusals++ };
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
    const { extensions, starttls, refusal } = this.#caller.server;
    if (refusal?.stage === 'ehlo') return this.#say(refusal.reply);
    this.#endTransaction();
    this.#greeted = as;
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
    if (this.#sender !== undefined)
      return this.#error('503', '5.5.1', 'TLS not permitted during a mail transaction');
    return { ...this.#status('220', '2.0.0', 'Ready to start TLS'), next: 'start-tls' };
  }

  #mail(argument: string): Reply {
    const { server } = this.#caller;
    const demand = this.#demand('mail');
    if (demand) return demand;
    if (this.#greeted === 'not') return this.#error('503', '5.5.1', 'Error: send HELO/EHLO first');
    if (this.#sender !== undefined)
      return this.#error('503', '5.5.1', 'Error: nested MAIL command');
    const path = /^FROM:/iu.test(argument) ? readPath(argument) : undefined;
    if (!path) return this.#error('501', '5.5.4', 'Syntax: MAIL FROM:<address>');
    const parameters = path.parameters.map((parameter) => parameter.split('=')[0] ?? '');
    if (!parameters.every((parameter) => this.#knows(parameter)))
      return this.#error('555', '5.5.4', 'MAIL FROM parameters not recognized or not implemented');
    const utf8 = parameters.includes('SMTPUTF8');
    if (BEYOND_ASCII.test(path.address) && !utf8)
      return this.#error('553', '5.6.7', 'Address requires SMTPUTF8');
    if (path.address && !readAddress(fromOctets(path.address)))
      return this.#error('501', '5.1.7', 'Bad sender address syntax');
    this.#values['sender'] = path.address;
    if (server.refusal?.stage === 'mail') {
      const { reply } = server.refusal;
      return this.#say(reply, closesAfter(reply) ? 'close' : undefined);
    }
    this.#sender = path.address;
    this.#utf8 = utf8;
    return this.#status('250', '2.1.0', 'Ok');
  }

  #rcpt(argument: string): Reply {
    if (this.#sender === undefined) return this.#error('503', '5.5.1', 'Error: need MAIL command');
    const path = /^TO:/iu.test(argument) ? readPath(argument) : undefined;
    if (path && BEYOND_ASCII.test(path.address) && !this.#utf8)
      return this.#error('553', '5.6.7', 'Address requires SMTPUTF8');
    const mailbox = path && readAddress(fromOctets(path.address));
    if (!mailbox) return this.#error('501', '5.1.3', 'Bad recipient address syntax');
    const demand = this.#demand('rcpt');
    if (demand) return demand;
    this.#values['rcpt'] = path.address;
    const { reply, next } = this.#recipients.decide(mailbox, path.address, this.#sender);
    const { text } = reply === undefined ? { text: '' } : this.#say(reply);
    if (text.startsWith('2')) this.#accepted++;
    return { text, work: 'recipient', ...(next && { next }) };
  }

  /** The refusal of a command that is allowed inside TLS alone. */
  #demand(stage: 'mail' | 'rcpt'): Reply | undefined {
    const { starttls = 'offered', demand } = this.#caller.server;
    if (this.#secure || starttls === 'offered' || (demand?.stage ?? 'mail') !== stage)
      return undefined;
    return demand
      ? this.#say(demand.reply)
      : this.#error('530', '5.7.0', 'Must issue a STARTTLS command first');
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

  #endTransaction(): void {
    this.#sender = undefined;
    this.#utf8 = false;
    this.#recipients.startTransaction();
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
    if (++this.#errors < MAX_ERRORS) return this.#status(code, enhanced, text);
    return { ...this.#status('421', '4.7.0', 'Error: too many errors'), next: 'close' };
  }
}

/**
 * What follows MAIL or RCPT, such as `FROM:<a@b.c> SIZE=1` (RFC 5321 §4.1.2): the octets between
 * the brackets, none for the null sender, and the parameters in upper case.
 */
function readPath(argument: string) {
  const [, address, rest = ''] = BRACKETED.exec(argument) ?? [];
  if (address === undefined) return undefined;
  const parameters = rest.trim().toUpperCase().split(/\s+/u).filter(Boolean);
  return { address: address.replace(SOURCE_ROUTE, ''), parameters };
}
