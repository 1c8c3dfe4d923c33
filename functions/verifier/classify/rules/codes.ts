import type { Rule } from '../rule.ts';

import { MAILBOX_UNAVAILABLE } from './mailbox-unavailable.ts';

/** Words on anything but a mailbox: then even an exact code is not about it. */
const SOMETHING_ELSE = [
  /\b(auth\w*|abuse|forg(ed|ery)|commands?|connections?|sessions?|parse|syntax|parameters?|arguments?|sequence|protocol|clients?|servers?|services?|messages?|tls|certificates?|ip(v[46])?|dns|helo\w*|proxy|open ?relay|senders?|submitter|domain is|list|filter|attacks?|limits?|exceed\w*|volume|deferred|delivery|try|later|attachments?|words|captcha|aborted|action|denied|block\w*|gateway|loop\w*|license|policy|mail is|we|you|our|contents?|outgoing|(in|out)bounds?|(?<!%)hosts?|verif\w+|restricted|approval|busy|space|storage|directory|header|subscri\w+|rules?|mime|permit\w*|trouble|config\w*|system error|threshold|maximum|refused to|suspension|problem|data)\b|接続|连接|連接|限制|拒|禁|送信|发送|發送/,
  /autori[sz]|authenti|\bpermi[ts]|permes|berechtig|erlaubt|uprawn|zgod|toegestaan|toestemming|zugriff|zugang|\bacces|dostep|toegang|conne[xs]|conex|verbindung|verbinding|polacz|\bserv(i[czt]|eur|idor|er)|serwer|nachricht|mensaj|mensag|messag|bericht|wiadomo|comm?and|befehl|polecen|bloque|gesperrt|bloccat|geblok|zablok|許可|権限|認証|サービス|サーバ|メッセージ|服务|服務|权限|權限|授权|授權|认证|認證/,
];
/** Nor is a mailbox a domain, even the recipient's. */
const NOT_A_MAILBOX = [...SOMETHING_ELSE, /\bdom(ains?|inio|aine|ein|en[ay])\b|ドメイン|域名/];

/** RFC 5321's words for 550, in short or at length. */
const STOCK_PHRASE =
  /(mail ?box|address|user|recipient|account)( <?@>?| \S+)? (is )?(currently )?(unavailable|not available)|unavailable (mail )?(user|mailbox)/;
const STOCK_PHRASE_QUALIFIED =
  /\b(relay\w*|auth\w*|access|temporar\w*|later|busy|locked|denied|refused|blocked|(?<!address and )try|action aborted|dns|mx)\b/;

/** What is left when no words decided: the codes, most exact first. */
export const CODES: readonly Rule[] = [
  {
    id: 'disabled.code',
    outcome: 'mailbox_disabled',
    codes: ['55'],
    enhanced: ['5.2.1'],
    unless: NOT_A_MAILBOX,
    examples: ['550 5.2.1 <user@example.com>', '550 5.2.1 Mailbox not available'],
  },
  {
    id: 'policy.code',
    outcome: 'policy',
    codes: ['5'],
    enhanced: ['5.7.*'],
    examples: ['550 5.7.1 No', '554 5.7.0 Bye', '550 5.7.1 mailbox unavailable'],
  },
  {
    id: 'user-unknown.code',
    outcome: 'no_such_mailbox_by_code',
    codes: ['5'],
    enhanced: ['5.1.1', '5.1.3', '5.1.6'],
    unless: NOT_A_MAILBOX,
    examples: [
      '550 5.1.1 <user@example.com>',
      '501 5.1.3 <user@example.com>',
      '550 #5.1.1',
      '550 5.1.6 please update your records',
    ],
  },
  {
    // The stock phrase with the code that says what is meant by it.
    id: 'user-unknown.stock-and-code',
    outcome: 'no_such_mailbox_by_code',
    codes: ['5'],
    enhanced: ['5.1.1'],
    says: [STOCK_PHRASE],
    unless: [STOCK_PHRASE_QUALIFIED],
    examples: ['550 5.1.1 Requested action not taken: mailbox unavailable'],
  },
  {
    id: 'user-unknown.not-local',
    outcome: 'no_such_mailbox',
    codes: ['550'],
    says: [/\bmail ?box (?:is )?unavailable or (?:is )?not local\b/],
    examples: ['550 Requested action not taken: mailbox unavailable or is not local'],
  },
  {
    id: 'user-unknown.address-rejected',
    outcome: 'no_such_mailbox_by_code',
    codes: ['55'],
    enhanced: ['5.1.0'],
    says: [/^\W*(<?@>?:? ?)?(recipient|address|mailbox|user)( address)? (rejected|refused|error)/],
    examples: ['550 5.1.0 Address rejected.', '550 #5.1.0 Address rejected user@example.com'],
  },
  {
    // OpenSMTPD, of a mailbox that has neither an alias nor a user: nobody else says 524.
    id: 'user-unknown.unexpanded',
    outcome: 'no_such_mailbox',
    codes: ['524'],
    enhanced: ['5.2.4'],
    says: [/^\W*mailing list expansion problem\b/],
    examples: ['524 5.2.4 Mailing list expansion problem: <user@example.com>'],
  },
  {
    id: 'user-not-local',
    outcome: 'no_such_mailbox_by_code',
    codes: ['551'],
    unless: NOT_A_MAILBOX,
    examples: ['551 <user@example.net>'],
  },
  {
    id: 'no-mail-domain',
    outcome: 'no_mail_server',
    codes: ['5'],
    enhanced: ['5.1.2', '5.1.10', '5.4.4'],
    unless: SOMETHING_ELSE,
    examples: [
      '550 5.1.2 <user@example.com>',
      '556 5.1.10 Refused',
      '550 5.4.4 <user@example.com>: rejected',
    ],
  },
  {
    id: 'no-mail-domain.basic',
    outcome: 'no_mail_server',
    codes: ['556'],
    unless: SOMETHING_ELSE,
    examples: ['556 Domain does not accept mail'],
  },
  {
    id: 'host-accepts-no-mail',
    outcome: 'server_unreachable',
    stages: ['connect', 'ehlo'],
    codes: ['521', '554', '556'],
    examples: [
      { stage: 'connect', reply: '554 No SMTP service here' },
      { stage: 'connect', reply: '521 mx.example.com does not accept mail' },
    ],
  },
  {
    id: 'sender.refused',
    outcome: 'sender_rejected',
    stages: ['mail'],
    codes: ['55', '501'],
    examples: [
      { stage: 'mail', reply: '550 Denied, sorry' },
      { stage: 'mail', reply: '553 5.5.4 no' },
    ],
  },
  {
    id: 'server-trouble.code',
    outcome: 'server_error',
    codes: ['5'],
    enhanced: ['5.3.*', '5.4.*'],
    examples: ['554 5.3.0 Sorry', '550 5.4.6 No'],
  },
  {
    id: 'protocol-error',
    outcome: 'server_error',
    codes: ['500', '502', '503', '504', '2', '3'],
    examples: [
      '503 5.5.1 Bad sequence of commands',
      '354 Go ahead',
      '220 ready',
      { stage: 'connect', reply: '250 mx.example.com' },
      { stage: 'mail', reply: '252 whatever' },
    ],
  },
  {
    // A word on the command that was sent, not on what it named.
    id: 'protocol-error.code',
    outcome: 'server_error',
    codes: ['5'],
    enhanced: ['5.5.1', '5.5.2'],
    examples: ['550 5.5.1 Invalid user command', '550 5.5.2 Syntax error'],
  },
  {
    // RFC 5321 §4.2.3 has this phrase for any 550: an unknown mailbox, no access, a matter of policy.
    id: 'bare-refusal.stock',
    outcome: 'refused_bare',
    codes: ['55', '51'],
    says: [STOCK_PHRASE],
    unless: [STOCK_PHRASE_QUALIFIED],
    examples: [
      '550 Requested action not taken: mailbox unavailable',
      '550 5.5.0 Requested action not taken: mailbox unavailable',
      '550 <user@example.com>: Requested action not taken: mailbox unavailable',
      '550 5.2.0 mailbox unavailable',
    ],
  },
  MAILBOX_UNAVAILABLE,
  {
    id: 'bare-refusal',
    outcome: 'refused_bare',
    codes: ['550', '553', '501'],
    // Nothing but words of refusal, in any order: it was refused, and that is all it says.
    says: [
      /^[^\p{L}]*(?:(?:aborted|accepted|action|address|allowed|user|command|denied|error|failed|failure|invalid|mail|mailbox|name|no|not|ok|permanent|rcpt|recipient|refused|rejected|requested|sorry|taken|to|transaction|unacceptable)(?!\p{L})[^\p{L}]*)*$/u,
      /^[^\p{L}]*(?:(?:adresse?|adres|de|del|des|destinataire|destinatario|direccion|du|indirizzo|l|la|le|el|il|o|a|n|est|ist|es|e|is|jest|ete|wurde|wird|ha|sido|stato|foi|werd|zostal|empfanger|empfaenger|empfangeradresse|ontvanger|odbiorca|mail|refusee?|rejetee?|abgelehnt|verweigert|zuruckgewiesen|zurueckgewiesen|rechazad[ao]|denegad[ao]|rifiutat[ao]|respint[ao]|negato|recusad[ao]|rejeitad[ao]|negad[ao]|geweigerd|afgewezen|odrzucon[aoy]|odmowa|desole|lo siento|spiacenti|sorry)(?!\p{L})[^\p{L}]*)+$/u,
      /^[^\p{L}]*(?:收件人|地址|宛先|受信者)?(?:は|が|を)?(?:被|已)?(?:拒绝|拒絕|拒收|拒否されました|拒否)[^\p{L}]*$/u,
    ],
    examples: [
      '550',
      '550 Rejected',
      '553 <user@example.com>: Recipient address rejected',
      '501 Requested action not taken',
      '553 Requested action not taken: mailbox name not allowed',
      '550 User rejected',
      '550 5.0.0 <user@example.com>... Denied',
      '550 Refusé',
      '550 Abgelehnt',
      '550 Rechazado',
      '550 Destinataire refusé',
      '550 Empfänger wurde abgelehnt',
      '550 拒否されました',
    ],
  },
  {
    id: 'refused.other',
    outcome: 'policy',
    codes: ['5'],
    examples: ['554 Transaction could not be completed', '550 5.5.0 whatever else'],
  },
  {
    id: 'temporary',
    outcome: 'server_error',
    codes: ['4'],
    examples: [
      '450 4.1.1 <user@example.com>: Recipient address rejected: User unknown in local recipient table',
      '451 4.0.0 Aborted',
      { stage: 'connect', reply: '450 nothing to say' },
    ],
  },
];
