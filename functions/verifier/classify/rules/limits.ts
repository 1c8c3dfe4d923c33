import type { Rule } from '../rule.ts';

/** Words for how often and how much at once. */
export const RATES =
  /too many (\S+ ){0,3}?(connections?|sessions?|messages?|mails?|e-?mails|errors?|commands?|invalid|unknown|bad|wrong|failures?|requests?|attempts?|concurrent|hops?)\b|\b(rate|frequency|connection|concurrency|throughput|sending|send|hourly|daily|outgoing|outbound|relay|message|session)[- ]?((rate|quota|limit|limits|limited|limiting) ?){1,2}\b.{0,20}(exceed|reach|hit)?|\brate[- ]?limit\w*|\bthrottl\w*|slow(er| down)|too (fast|frequent|quickly|often|much fail)|exceed\w* .{0,60}(per (hour|day|minute|connection)|sending|hourly|daily|connection)|trop de (connexions|messages|connections)|zu viele (verbindungen|fehler|anfragen)|demasiad[ao]s (conexiones|mensajes|errores)|troppe connessioni|muitas conexoes|te veel verbindingen|zbyt (wiele|duzo) polaczen|発信数|并发连接|超过限制.{0,6}连接|发信.{0,6}(超过|频率)|连接数/;

/** Rates, and how much one connection or transaction may carry. */
export const LIMITS: readonly Rule[] = [
  {
    id: 'recipients.code',
    outcome: 'too_many_recipients',
    codes: ['45', '55'],
    enhanced: ['X.5.3'],
    examples: ['452 4.5.3 Too many recipients', '552 5.5.3 over the limit for one message'],
  },
  {
    id: 'throttled.code',
    outcome: 'throttled',
    codes: ['421'],
    examples: [
      '421 4.7.0 Too many connections from your address',
      '421 4.4.2 Connection closed',
      '421 4.7.0 Try again later, closing connection.',
      '421 4.2.1 Service refuse. Veuillez essayer plus tard. LPN006_107',
      { stage: 'connect', reply: '421 too many connections, try again later' },
    ],
  },
  {
    id: 'recipients.text',
    outcome: 'too_many_recipients',
    codes: ['4', '5'],
    says: [
      /too many (recipients|rcpts?|addresse?e?s|destinat)|(recipients?|rcpts?) (limit|count|number).{0,20}(exceed|reach)|(exceed\w*|maximum|max|more than).{0,30}(number of )?(recipients|rcpts?)\b|out of allow rcpt/,
      /trop de destinataires|zu viele empf|demasiados destinatarios|troppi destinatari|(muitos|demais) destinatarios|te veel (ontvangers|geadresseerden)|zbyt wielu odbiorcow|za duzo odbiorcow|収件人数|宛先が多|收件人(数|过多|太多)/,
    ],
    examples: [
      '452 Too many recipients received this hour',
      '550 Too many recipients',
      '552 5.5.0 maximum number of recipients exceeded',
      '451 out of allow RCPT numbers',
      '550 Trop de destinataires',
    ],
  },
  {
    id: 'throttled.flood',
    outcome: 'throttled',
    codes: ['4', '5'],
    enhanced: ['X.7.28', '4.3.2'],
    examples: ['450 4.3.2 Please wait', '550 5.7.28 Mail flood detected'],
  },
  {
    id: 'throttled.text',
    outcome: 'throttled',
    codes: ['4', '5'],
    says: [RATES],
    unless: [
      /the user you are trying to contact is receiving|receiving mail (too|at a rate)|\b(mailbox|inbox|on the server)\b/,
    ],
    examples: [
      '450 4.7.1 Error: too many connections from 198.51.100.7',
      '550 5.1.1 Too many invalid recipients, user unknown',
      '450 4.7.0 Too many connections from your address',
      '451 Trop de connexions depuis votre adresse',
      '450 MI:DMC too many messages in one session',
      '452 4.3.1 Connection rate limit exceeded',
      '550 5.4.5 Daily sending quota exceeded',
      '554 sending limit reached',
      '450 4.7.1 Trop de connexions, veuillez verifier votre configuration. Too many connections, slow down. OFR004_104',
    ],
  },
];
