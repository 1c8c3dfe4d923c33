import { defineRules } from './rule.ts';

/** Words of replies that are not about a mailbox, even with an exact code. */
const OTHER_SUBJECTS = [
  '(auth*|abuse|forg*|commands?|connections?|sessions?|parse|syntax|parameters?|arguments?|sequence|protocol)',
  '(clients?|servers?|services?|messages?|tls|certificates?|ip|ipv4|ipv6|dns|helo|proxy|senders?|submitter)',
  '(list|filter|attacks?|limits?|exceed*|volume|deferred|delivery|try|later|attachments?|captcha|aborted|denied)',
  '(block*|gateway|loop*|license|policy|mail is|we|you|our|contents?|outgoing|outbound|inbound|hosts?|verif*)',
  '(restricted|approval|busy|space|storage|directory|header|subscri*|rules?|mime|permit*|config*|system error)',
  '(key|backend|blacklist*|tag|transport|ldap|bounced|internal|cell|store|forward)',
  '(threshold|maximum|too many|suspension|problem|data|autori*|berechtig*|erlaubt|zugriff|acces|dostep|servi*|serveur)',
  '(servidor|serwer|nachricht|mensaj*|messag*|bericht|wiadomo*|comando|befehl|gesperrt|bloque*|zablok*)',
  '(接続|连接|限制|拒|禁|送信|发送|許可|権限|認証|サービス|サーバ|メッセージ|服务|权限|认证)',
];
/** Words about a domain. A reply about a domain, even the recipient's, is not about a mailbox. */
const DOMAIN_SUBJECTS = [
  ...OTHER_SUBJECTS,
  '(action|domains?|dominio|domaine|domain*|domen*|ドメイン|域名)',
];

/** RFC 5321's text for 550, abbreviated or in full, and its translations. */
const STOCK_PHRASES = [
  '(mail-box|recipient|account|user account|user mailbox|destination mailbox) (_ )?(is )?(currently )?(unavailable|not available)',
  'unavailable mailbox',
  '(boite aux lettres|boite|mailbox) ... (indisponible|(non|pas) disponible)',
  '(postfach|mailbox|konto) ... (nicht verfugbar|nicht verfuegbar|unverfugbar)',
  '(buzon|casilla|cuenta) ... (no disponible|no esta disponible|indisponible)',
  '(casella|mailbox) ... (non disponibile|non e disponibile|indisponibile)',
  '(caixa|conta) ... (indisponivel|nao disponivel|nao esta disponivel)',
  '(mailbox|postvak|postbus) ... niet beschikbaar',
  '(skrzynka|konto) ... (niedostepn(a|e)|nie jest dostepn(a|e))',
  'メールボックス(が|は|を)?(利用|使用)(でき|不可)',
  '(邮箱|郵箱|信箱)(不可用|無法使用)',
];

/** Words that make a stock phrase more specific or change its topic. */
const QUALIFYING_WORDS = [
  '(relay*|auth*|access|tempor*|later|busy|locked|denied|refused|rejected|blocked|dns|mx|sender|ip|smtp|try|manager)',
  '(server*|serv(eur|idor)|dienst|extern*|archiv(io|o)|base|database|datenbank|opslag|limit*|quota|nachricht|message)',
  '(moment*|erneut|opnieuw|probeer|versand|envio*|invio|rejeitad*|occupee?|ocupad*|zajet*|zablokowan*)',
];

/** Rules by code, for replies that no phrase matched. The most specific codes come first. */
export const CODE_RULES = defineRules('no_such_mailbox_by_code', {
  'disabled.code': {
    meaning: 'mailbox_disabled',
    codes: ['55'],
    enhanced: ['5.2.1'],
    unless: DOMAIN_SUBJECTS,
  },
  'policy.code': { meaning: 'policy', codes: ['5'], enhanced: ['5.7.*'] },
  'user-unknown.stock-and-code': {
    codes: ['5'],
    enhanced: ['5.1.1'],
    phrases: STOCK_PHRASES,
    unless: QUALIFYING_WORDS,
  },
  'user-unknown.code': {
    codes: ['5'],
    enhanced: ['5.1.1', '5.1.3', '5.1.6'],
    unless: DOMAIN_SUBJECTS,
  },
  'user-unknown.address-rejected': {
    codes: ['55'],
    enhanced: ['5.1.0'],
    phrases: ['^(recipient|address|mailbox|user)( address)? (rejected|refused|error)'],
  },
  // Sent by OpenSMTPD for a mailbox with neither an alias nor a user. No other server sends 524.
  'user-unknown.unexpanded': {
    meaning: 'no_such_mailbox',
    codes: ['524'],
    enhanced: ['5.2.4'],
    phrases: ['^mailing list expansion problem'],
  },
  'user-not-local': { codes: ['551'], unless: DOMAIN_SUBJECTS },
  'no-mail-domain': {
    meaning: 'no_mail_server',
    codes: ['5'],
    enhanced: ['5.1.2', '5.1.10', '5.4.4'],
    unless: OTHER_SUBJECTS,
  },
  'no-mail-domain.basic': { meaning: 'no_mail_server', codes: ['556'], unless: OTHER_SUBJECTS },
  'host-accepts-no-mail': {
    meaning: 'server_unreachable',
    stages: ['connect', 'ehlo'],
    codes: ['521', '554', '556'],
  },
  'sender.refused': { meaning: 'sender_rejected', stages: ['mail'], codes: ['55', '501'] },
  'server-error.code': { meaning: 'server_error', codes: ['5'], enhanced: ['5.3.*', '5.4.*'] },
  'protocol-error': { meaning: 'server_error', codes: ['500', '502', '503', '504', '2', '3'] },
  // The reply is about the command itself, not about the recipient in it.
  'protocol-error.code': { meaning: 'server_error', codes: ['5'], enhanced: ['5.5.1', '5.5.2'] },
  // RFC 5321 §4.2.3 uses this phrase for any 550: unknown mailbox, no access, or policy.
  'bare-refusal.stock': {
    meaning: 'bare_refusal',
    codes: ['55', '51', '501'],
    phrases: STOCK_PHRASES,
    unless: QUALIFYING_WORDS,
  },
  // The reply only says that the recipient was refused, without a reason.
  'bare-refusal': {
    meaning: 'bare_refusal',
    codes: ['550', '553', '501'],
    phrases: ['^$', '^{refused}$', '^{refused}:? {refused}$'],
  },
  'refused.other': { meaning: 'policy', codes: ['5'] },
  temporary: { meaning: 'server_error', codes: ['4'] },
});
