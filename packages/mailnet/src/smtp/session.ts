import { readAddress } from '../net/address.ts';
import { type Caller, type Context, createRecipients } from './recipients.ts';
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

export type Session = ReturnType<typeof createSession>;

/** The server's side of one SMTP dialogue (RFC 5321), without any transport. */
export function createSession(context: Context, caller: Caller) {
  const { server } = caller;
  const { extensions, replies, refusal, starttls } = server;
  const recipients = createRecipients(context, caller);
  const values: Record<string, string> = {
    host: caller.hostName,
    client: caller.client,
    // As long as real ones are, and a mix of letters and digits as they are.
    id: `${(caller.serial + 0x5f3759df).toString(36)}-20020a17${caller.serial.toString(16)}`,
    sender: '',
    rcpt: '',
  };
  let greeted: 'not' | 'helo' | 'ehlo' = 'not';
  let isSecure = false;
  let sender: string | undefined;
  let utf8 = false;
  let accepted = 0;
  let errors = 0;
  let refusals = 0;
  let inData = false;

  const endTransaction = (): void => {
    sender = undefined;
    utf8 = false;
    accepted = 0;
    recipients.startTransaction();
  };

  const say = (template: string, next?: Reply['next']): Reply => {
    const text = worded(template, values);
    return next ? { text, next } : { text };
  };

  /** A reply of our own making; its enhanced code only where the server offers those. */
  const status = (code: string, enhanced: string, text: string): Reply => {
    const offered = extensions.includes('ENHANCEDSTATUSCODES');
    return { text: `${code} ${offered ? `${enhanced} ` : ''}${text}\r\n` };
  };

  const refuse = (code: string, enhanced: string, text: string): Reply =>
    ++errors < MAX_ERRORS
      ? status(code, enhanced, text)
      : { ...status('421', '4.7.0', 'Error: too many errors'), next: 'close' };

  /** The refusal of a command that is allowed inside TLS alone. */
  const demanded = (stage: 'mail' | 'rcpt'): Reply | undefined => {
    const { demand } = server;
    if (isSecure || !starttls || starttls === 'offered' || (demand?.stage ?? 'mail') !== stage)
      return undefined;
    return demand
      ? say(demand.reply)
      : refuse('530', '5.7.0', 'Must issue a STARTTLS command first');
  };

  const takes = (parameter: string): boolean => {
    if (greeted === 'helo') return false;
    if (parameter === 'SIZE') return extensions.includes('SIZE 35882577');
    if (parameter === 'BODY') return extensions.includes('8BITMIME');
    if (parameter === 'SMTPUTF8') return extensions.includes('SMTPUTF8');
    return DSN_PARAMETERS.has(parameter) && extensions.includes('DSN');
  };

  const hello = (as: 'ehlo' | 'helo', argument: string): Reply => {
    if (!argument) return refuse('501', '5.5.4', 'Syntax: EHLO or HELO hostname');
    if (refusal?.stage === 'ehlo') return say(refusal.reply);
    endTransaction();
    greeted = as;
    if (as === 'helo') return say('250 {host}');
    const offers = [...extensions, ...(starttls && !isSecure ? ['STARTTLS'] : [])];
    const lines = [`{host} at your service, [{client}]`, ...offers];
    return say(
      lines.map((line, at) => `250${at < lines.length - 1 ? '-' : ' '}${line}`).join('\n'),
    );
  };

  const startTls = (argument: string): Reply => {
    if (!starttls) return refuse('502', '5.5.1', 'Error: command not implemented');
    if (isSecure) return refuse('503', '5.5.1', 'Error: TLS already active');
    if (argument) return refuse('501', '5.5.4', 'Syntax: STARTTLS');
    if (sender !== undefined)
      return refuse('503', '5.5.1', 'TLS not permitted during a mail transaction');
    return { ...status('220', '2.0.0', 'Ready to start TLS'), next: 'start-tls' };
  };

  const mail = (argument: string): Reply => {
    const demand = demanded('mail');
    if (demand) return demand;
    if (greeted === 'not') return refuse('503', '5.5.1', 'Error: send HELO/EHLO first');
    if (sender !== undefined) return refuse('503', '5.5.1', 'Error: nested MAIL command');
    const path = /^FROM:/iu.test(argument) ? readPath(argument) : undefined;
    if (!path) return refuse('501', '5.5.4', 'Syntax: MAIL FROM:<address>');
    const parameters = path.parameters.map((parameter) => parameter.split('=')[0] ?? '');
    if (!parameters.every(takes))
      return refuse('555', '5.5.4', 'MAIL FROM parameters not recognized or not implemented');
    const asUtf8 = parameters.includes('SMTPUTF8');
    if (BEYOND_ASCII.test(path.address) && !asUtf8)
      return refuse('553', '5.6.7', 'Address requires SMTPUTF8');
    if (path.address && !readAddress(fromOctets(path.address)))
      return refuse('501', '5.1.7', 'Bad sender address syntax');
    values['sender'] = path.address;
    if (refusal?.stage === 'mail')
      return say(refusal.reply, closesAfter(refusal.reply) ? 'close' : undefined);
    sender = path.address;
    utf8 = asUtf8;
    return status('250', '2.1.0', 'Ok');
  };

  const rcpt = (argument: string): Reply => {
    if (sender === undefined) return refuse('503', '5.5.1', 'Error: need MAIL command');
    const path = /^TO:/iu.test(argument) ? readPath(argument) : undefined;
    if (path && BEYOND_ASCII.test(path.address) && !utf8)
      return refuse('553', '5.6.7', 'Address requires SMTPUTF8');
    const mailbox = path && readAddress(fromOctets(path.address));
    if (!mailbox) return refuse('501', '5.1.3', 'Bad recipient address syntax');
    const demand = demanded('rcpt');
    if (demand) return demand;
    values['rcpt'] = path.address;
    const { reply, next } = recipients.decide(mailbox, path.address, sender);
    const { text } = reply === undefined ? { text: '' } : say(reply);
    if (text.startsWith('2')) accepted++;
    return { text, work: 'recipient', ...(next && { next }) };
  };

  const data = (): Reply => {
    if (sender === undefined) return refuse('503', '5.5.1', 'Error: need MAIL command');
    if (accepted === 0) return refuse('554', '5.5.1', 'Error: no valid recipients');
    inData = true;
    return say('354 End data with <CR><LF>.<CR><LF>');
  };

  const command = (verb: string, argument: string): Reply | undefined => {
    switch (verb) {
      case 'RCPT':
        return rcpt(argument);
      case 'MAIL':
        return mail(argument);
      case 'EHLO':
        return server.heloOnly
          ? refuse('500', '5.5.1', 'Command unrecognized')
          : hello('ehlo', argument);
      case 'HELO':
        return hello('helo', argument);
      case 'RSET':
        endTransaction();
        return status('250', '2.0.0', 'Ok');
      case 'NOOP':
        return status('250', '2.0.0', 'Ok');
      case 'QUIT':
        return { ...status('221', '2.0.0', 'Bye'), next: 'close' };
      case 'DATA':
        return data();
      case 'STARTTLS':
        return startTls(argument);
      case 'VRFY':
        return status('252', '2.5.0', 'Cannot verify, but will take a message and try');
      case 'EXPN':
        return refuse('502', '5.5.1', 'Command not implemented');
      case 'HELP':
        return status('214', '2.0.0', 'See RFC 5321');
      case 'AUTH':
        return refuse('503', '5.5.1', 'Error: authentication not enabled');
      default:
        return undefined;
    }
  };

  const delayed = (reply: Reply): Reply => {
    const { tarpit } = server;
    if (tarpit === undefined || !/^[45]/u.test(reply.text)) return reply;
    return { ...reply, delay: tarpit * 2 ** refusals++ };
  };

  return {
    greeting: (): Reply =>
      refusal?.stage === 'greeting' ? say(refusal.reply, 'close') : say(replies.greeting),

    /** What is sent before the greeting is due. */
    banner: (): string => (server.banner === undefined ? '' : say(server.banner).text),

    /** The handshake is done: all that was said before is forgotten (RFC 3207 §4.2). */
    secured(): void {
      isSecure = true;
      greeted = 'not';
      endTransaction();
    },

    /** Answers one line, its line end removed. Lines of a message get no answer. */
    line(line: string): Reply | undefined {
      if (inData) {
        if (line !== '.') return undefined;
        inData = false;
        endTransaction();
        return status('554', '5.7.1', 'This server takes no messages');
      }
      const space = line.indexOf(' ');
      const verb = (space < 0 ? line : line.slice(0, space)).toUpperCase();
      const reply = command(verb, space < 0 ? '' : line.slice(space + 1).trim());
      context.stats.command(reply ? verb : 'OTHER');
      return delayed(reply ?? refuse('500', '5.5.2', 'Error: command not recognized'));
    },
  };
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
