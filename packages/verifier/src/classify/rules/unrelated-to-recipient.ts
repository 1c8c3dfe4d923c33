import { defineRules } from './rule.ts';

/**
 * Replies that mention a user, an account or an address but are about something else: a login, a
 * host, a contact list. These rules precede the mailbox rules, which would otherwise match.
 */
export const UNRELATED_TO_RECIPIENT_RULES = defineRules('policy', {
  // The server supports neither EHLO nor HELO: it speaks LMTP (RFC 2033 §4.1), or no mail protocol
  // at all.
  'other-thing.protocol': { meaning: 'server_error', stages: ['ehlo'], codes: ['500', '502'] },
  // Sent by Haraka for a domain that it does not host.
  'other-thing.relay': {
    meaning: 'relay_denied',
    codes: ['550'],
    phrases: ['^i cannot deliver mail for$'],
  },
  // Sent by qmail for a domain that it does not host.
  'other-thing.not-local': {
    meaning: 'relay_denied',
    codes: ['5'],
    phrases: [
      '^(error: |sorry,? )?(that |this |the )?(recipient |destination |e-mail )?address (is )?not (a )?local( here| address)?$',
    ],
  },
  'other-thing.log-in-code': { codes: ['534', '535', '538'] },
  // RFC 5248: the account used to log in is disabled, unless the reply mentions the recipient.
  'other-thing.log-in-disabled': { codes: ['5'], enhanced: ['5.7.13'], unless: ['recipient'] },
  'other-thing.log-in': {
    phrases: [
      '(passwort|kennwort|senha|wachtwoord|haslo|contrasena)*',
      '(パスワード|ログイン)',
      '(please|must|first|to|not) log-?(in|on|ged)',
      'pass-?words?',
      'credentials?',
      'smtp auth',
      'authenti(fi)?cat*',
      'autenti*',
      'authentifi*',
      'uwierzyteln*',
      'anmeldung',
      'logowani*',
      'mot de passe',
      '(anmelden|aangemeld|aanmelden|iniciar sesion)',
      '(认证|認證|密码|密碼|口令)',
      '(please|must|first) (register|sign up)',
      "you (are not|aren't) (a |an )?(_ )?(registered|known|user|member|subscriber|customer)",
      "you (do not|don't|no longer) have (a|an|any)? ?(_ )?(account|mail-box)",
    ],
    unless: ['user unknown'],
  },
  // Replies about a host, a domain, a certificate or our own account.
  'other-thing.machine': {
    phrases: [
      'account for this domain',
      '(subject|from|message|header) (contains|has|had) (no|invalid)',
      '(comando|commande) (sconosciuto|desconocido|desconhecido|inconnue|invalide)',
      '(错误|无效|未知)的?(命令|域名|服务器|主机)',
      'address %ip',
      '(domain|host|server|ip|mac|network|helo|remote|peer|client)-?(name)? (address|account|user)',
      '(unknown|invalid|bad|illegal|no such) (domain|host|server|client|certificate|command|route|host-name|header|signature|token|session)(name)?',
      '(domain|host|server|client|certificate|command|hostname|session|table|database|backend|directory|store)( _)? (is |was )?(not found|unknown|invalid|disabled|suspended)',
      "(domain|host|server|hostname)( _)? (does not|doesn't) exist",
      'invalid (characters|format)',
      '(may|must) not (send|post)',
      'no accounts? (configured|for this domain)',
      'mailbox database',
      '(for|from) (sending|outgoing|outbound)',
      '(sending|outgoing|outbound|submission) (e-mail |mail )?(account|mailbox|user|quota|limit|privilege)',
      'in dns',
      '(域名|服务器|主机|命令)...(不存在|无效|错误|未知)',
      '(ドメイン|サーバー?|ホスト)(が|は)(存在|見つか|無効|不明)',
    ],
    unless: ['at this host'],
  },
  // A property of the mailbox or sender, as in "the certificate of the user is unknown".
  'other-thing.part': {
    codes: ['5'],
    phrases: [
      '^(the |der |die |das |le |la |el |il |o |a |os |de |het )?(_ )?{thing} (of|for|to|du|des|der|zum|zur|zu|tot|a|au|del|della|dell|do|da|de|van|in) ',
      '{box} {thing} (is |was |has )?{not_there}',
      '{thing} (of|for) (the |this |that )?{box}',
      '(unknown|invalid|bad|malformed|no such|unrecogni(s|z)ed) {box} {thing}',
      '^{thing} {box} {not_there}',
      'error: (table|relation)',
      '(in|of) (the )?(cc|to|bcc|subject|header|mail command|session table)$',
      '{box} (from which|you log in|you write from|you send from|used (to|for))',
      '(adresse|direccion|indirizzo|endereco|adres) ... (von der sie|depuis laquelle|desde la que|da cui|z ktorego|waarmee)',
      '(zum|fur den) versand',
      '(unknown|unregistered|unauthenticated|unbekannter|sconosciuti|desconocidos|onbekende) {box} (may|can*|are|darf|non|no)',
      '(possible|mogliche|posibles|possibles|possibili|mozliwe) (reasons?|causes?|causas|grunde|cause|przyczyny)',
      '(causes|causas|cause) possibles',
      '(if|when|whether) (there|a|the|you) ... (no such|not found|invalid|unknown)',
      '(too many|most|some|one) of (the|your) {box}',
      '(smtp|relay|sasl|api|ldap|bind)-?(user|account|utilisateur|benutzer|utente|usuario)',
      'your (relay|user|organi(s|z)ation)',
      '(registered|known) outside',
      '(externe|extern|externo|externa|esterna|zewnetrznej) (mails?|nachrichten|correo|posta|poczty)',
    ],
    unless: ['alias table'],
  },
  // Unknown senders are rejected: whitelists, address books, closed lists.
  'other-thing.acquaintance': {
    phrases: [
      "(in|on|by) (the )?(recipient's|his|her|their) (address-book|contacts|contact list|list)",
      'internal (use|users|mail) only',
      '(white|allow|safe)-?list',
      '(mail|messages?) from (_ )?(unknown|strangers)',
      '(external|externe|externen|interne|interno|zewnetrzn*) (mails?|messages?|senders?|nachrichten|mensajes|wiadomosci|berichten)',
      'wiadomosci zewnetrzn*',
      '(liste blanche|lista blanca|白名单|列表里|外部(邮件|メール))',
    ],
    unless: ['list of allowed recipients'],
  },
});
