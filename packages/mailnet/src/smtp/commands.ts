import type { ServerProfile } from '../kinds/kind.ts';
import { parseMailbox } from '../net/mailbox.ts';
import type { RecipientPolicy } from './recipients.ts';
import { closesConnection, decodeOctets, renderReply } from './reply-template.ts';

export interface Reply {
  text: string;
  next?: 'close' | 'reset' | 'start-tls';
  /** Which delay of the server's `pace` applies; `command` if absent. */
  work?: 'recipient';
  /** Additional delay in milliseconds, before time scaling. */
  delay?: number;
}

export interface DialogueState {
  readonly server: ServerProfile;
  readonly recipients: RecipientPolicy;
  readonly values: Record<string, string>;
  greeted: 'not' | 'helo' | 'ehlo';
  isSecure: boolean;
  sender: string | undefined;
  utf8: boolean;
  accepted: number;
  /** Number of MAIL commands, rejected ones included, as MAILMAX counts them. */
  mails: number;
  errors: number;
  inData: boolean;
}

const PATH_ARGUMENT = /^(?:FROM|TO):\s*<((?:"(?:[^"\\]|\\.)*"|[^">\s])*)>((?:\s+\S+)*)\s*$/iu;
const SOURCE_ROUTE = /^@[^:]*:/u;
const MAX_ERRORS = 20;
/** Non-ASCII octets require that the client declared SMTPUTF8 (RFC 6531 §3.4). */
const BEYOND_ASCII = /[\x80-\xff]/u;
const DSN_PARAMETERS = new Set(['RET', 'ENVID', 'NOTIFY', 'ORCPT']);

export const COMMANDS: ReadonlyMap<string, (dialogue: DialogueState, argument: string) => Reply> =
  new Map([
    ['RCPT', rcpt],
    ['MAIL', mail],
    ['EHLO', ehlo],
    ['HELO', (dialogue, argument) => hello(dialogue, 'helo', argument)],
    ['RSET', rset],
    ['NOOP', (dialogue) => standardReply(dialogue, '250', '2.0.0', 'Ok')],
    ['QUIT', (dialogue) => ({ ...standardReply(dialogue, '221', '2.0.0', 'Bye'), next: 'close' })],
    ['DATA', data],
    ['STARTTLS', startTls],
    [
      'VRFY',
      (dialogue) =>
        standardReply(dialogue, '252', '2.5.0', 'Cannot verify, but will take a message and try'),
    ],
    ['EXPN', (dialogue) => rejectCommand(dialogue, '502', '5.5.1', 'Command not implemented')],
    ['HELP', (dialogue) => standardReply(dialogue, '214', '2.0.0', 'See RFC 5321')],
    [
      'AUTH',
      (dialogue) => rejectCommand(dialogue, '503', '5.5.1', 'Error: authentication not enabled'),
    ],
  ]);

export function endTransaction(dialogue: DialogueState): void {
  Object.assign(dialogue, { sender: undefined, utf8: false, accepted: 0 });
  dialogue.recipients.startTransaction();
}

export function templateReply(
  { values }: DialogueState,
  template: string,
  next?: Reply['next'],
): Reply {
  const text = renderReply(template, values);
  return next ? { text, next } : { text };
}

/** Adds the enhanced code only if the server offers enhanced codes. */
export function standardReply(
  { server }: DialogueState,
  code: string,
  enhanced: string,
  text: string,
): Reply {
  const offered = server.extensions.includes('ENHANCEDSTATUSCODES');
  return { text: `${code} ${offered ? `${enhanced} ` : ''}${text}\r\n` };
}

export const rejectCommand = (
  dialogue: DialogueState,
  code: string,
  enhanced: string,
  text: string,
): Reply =>
  ++dialogue.errors < MAX_ERRORS
    ? standardReply(dialogue, code, enhanced, text)
    : { ...standardReply(dialogue, '421', '4.7.0', 'Error: too many errors'), next: 'close' };

function tlsRefusal(dialogue: DialogueState, stage: 'mail' | 'rcpt'): Reply | undefined {
  const { tlsRequirement, starttls } = dialogue.server;
  if (dialogue.isSecure || !starttls || starttls === 'offered') return undefined;
  if ((tlsRequirement?.stage ?? 'mail') !== stage) return undefined;
  return tlsRequirement
    ? templateReply(dialogue, tlsRequirement.reply)
    : rejectCommand(dialogue, '530', '5.7.0', 'Must issue a STARTTLS command first');
}

function supportsParameter(
  { greeted, server: { extensions } }: DialogueState,
  parameter: string,
): boolean {
  if (greeted === 'helo') return false;
  if (parameter === 'SIZE') return extensions.includes('SIZE 35882577');
  if (parameter === 'BODY') return extensions.includes('8BITMIME');
  if (parameter === 'SMTPUTF8') return extensions.includes('SMTPUTF8');
  return DSN_PARAMETERS.has(parameter) && extensions.includes('DSN');
}

function ehlo(dialogue: DialogueState, argument: string): Reply {
  if (dialogue.server.heloOnly)
    return rejectCommand(dialogue, '500', '5.5.1', 'Command unrecognized');
  return hello(dialogue, 'ehlo', argument);
}

function hello(dialogue: DialogueState, verb: 'ehlo' | 'helo', argument: string): Reply {
  const { extensions, refusal, starttls, limits = {} } = dialogue.server;
  if (!argument) return rejectCommand(dialogue, '501', '5.5.4', 'Syntax: EHLO or HELO hostname');
  if (refusal?.stage === 'ehlo') return templateReply(dialogue, refusal.reply);
  endTransaction(dialogue);
  dialogue.greeted = verb;
  if (verb === 'helo') return templateReply(dialogue, '250 {host}');
  const announced = Object.entries(limits).map(([name, max]) => ` ${name}=${max}`);
  const offers = [
    ...extensions,
    ...(announced.length > 0 ? [`LIMITS${announced.join('')}`] : []),
    ...(starttls && !dialogue.isSecure ? ['STARTTLS'] : []),
  ];
  const lines = [`{host} at your service, [{client}]`, ...offers];
  const last = lines.length - 1;
  return templateReply(
    dialogue,
    lines.map((line, at) => `250${at < last ? '-' : ' '}${line}`).join('\n'),
  );
}

function rset(dialogue: DialogueState): Reply {
  endTransaction(dialogue);
  return standardReply(dialogue, '250', '2.0.0', 'Ok');
}

function startTls(dialogue: DialogueState, argument: string): Reply {
  if (!dialogue.server.starttls)
    return rejectCommand(dialogue, '502', '5.5.1', 'Error: command not implemented');
  if (dialogue.isSecure)
    return rejectCommand(dialogue, '503', '5.5.1', 'Error: TLS already active');
  if (argument) return rejectCommand(dialogue, '501', '5.5.4', 'Syntax: STARTTLS');
  if (dialogue.sender !== undefined)
    return rejectCommand(dialogue, '503', '5.5.1', 'TLS not permitted during a mail transaction');
  return { ...standardReply(dialogue, '220', '2.0.0', 'Ready to start TLS'), next: 'start-tls' };
}

function mail(dialogue: DialogueState, argument: string): Reply {
  if (++dialogue.mails > (dialogue.server.limits?.MAILMAX ?? Infinity))
    return { ...standardReply(dialogue, '421', '4.7.0', 'Too many transactions'), next: 'close' };
  const tlsReply = tlsRefusal(dialogue, 'mail');
  if (tlsReply) return tlsReply;
  if (dialogue.greeted === 'not')
    return rejectCommand(dialogue, '503', '5.5.1', 'Error: send HELO/EHLO first');
  if (dialogue.sender !== undefined)
    return rejectCommand(dialogue, '503', '5.5.1', 'Error: nested MAIL command');
  const path = /^FROM:/iu.test(argument) ? readPath(argument) : undefined;
  if (!path) return rejectCommand(dialogue, '501', '5.5.4', 'Syntax: MAIL FROM:<address>');
  const parameters = path.parameters.map((parameter) => parameter.split('=')[0] ?? '');
  if (!parameters.every((parameter) => supportsParameter(dialogue, parameter))) {
    const text = 'MAIL FROM parameters not recognized or not implemented';
    return rejectCommand(dialogue, '555', '5.5.4', text);
  }
  const utf8 = parameters.includes('SMTPUTF8');
  if (BEYOND_ASCII.test(path.address) && !utf8)
    return rejectCommand(dialogue, '553', '5.6.7', 'Address requires SMTPUTF8');
  if (path.address && !parseMailbox(decodeOctets(path.address)))
    return rejectCommand(dialogue, '501', '5.1.7', 'Bad sender address syntax');
  dialogue.values['sender'] = path.address;
  const { refusal } = dialogue.server;
  if (refusal?.stage === 'mail')
    return templateReply(
      dialogue,
      refusal.reply,
      closesConnection(refusal.reply) ? 'close' : undefined,
    );
  Object.assign(dialogue, { sender: path.address, utf8 });
  return standardReply(dialogue, '250', '2.1.0', 'Ok');
}

function rcpt(dialogue: DialogueState, argument: string): Reply {
  const { sender, utf8, values, recipients } = dialogue;
  if (sender === undefined)
    return rejectCommand(dialogue, '503', '5.5.1', 'Error: need MAIL command');
  const path = /^TO:/iu.test(argument) ? readPath(argument) : undefined;
  if (path && BEYOND_ASCII.test(path.address) && !utf8)
    return rejectCommand(dialogue, '553', '5.6.7', 'Address requires SMTPUTF8');
  const mailbox = path && parseMailbox(decodeOctets(path.address));
  if (!mailbox) return rejectCommand(dialogue, '501', '5.1.3', 'Bad recipient address syntax');
  const tlsReply = tlsRefusal(dialogue, 'rcpt');
  if (tlsReply) return tlsReply;
  values['rcpt'] = path.address;
  const { reply, next } = recipients.decide(mailbox, path.address, sender);
  const { text } = reply === undefined ? { text: '' } : templateReply(dialogue, reply);
  if (text.startsWith('2')) dialogue.accepted++;
  return { text, work: 'recipient', ...(next && { next }) };
}

function data(dialogue: DialogueState): Reply {
  if (dialogue.sender === undefined)
    return rejectCommand(dialogue, '503', '5.5.1', 'Error: need MAIL command');
  if (dialogue.accepted === 0)
    return rejectCommand(dialogue, '554', '5.5.1', 'Error: no valid recipients');
  dialogue.inData = true;
  return templateReply(dialogue, '354 End data with <CR><LF>.<CR><LF>');
}

function readPath(argument: string) {
  const [, address, rest = ''] = PATH_ARGUMENT.exec(argument) ?? [];
  if (address === undefined) return undefined;
  const parameters = rest.trim().toUpperCase().split(/\s+/u).filter(Boolean);
  return { address: address.replace(SOURCE_ROUTE, ''), parameters };
}
