import { defineRules } from './rule.ts';

/**
 * Recipient limits by their enhanced code, whatever the text says, unless it mentions a connection,
 * a period, the sender or relaying (`rcpthosts`).
 */
export const RECIPIENT_LIMIT_RULES = defineRules('too_many_recipients', {
  'recipients.code': {
    codes: ['45', '55'],
    enhanced: ['X.5.3'],
    unless: ['(connection|session|hour|day)', 'mail from', 'rcpthosts'],
  },
});

export const RATE_LIMIT_RULES = defineRules('throttled', {
  'recipients.connection': {
    meaning: 'connection_used_up',
    stages: ['rcpt'],
    codes: ['45', '55'],
    phrases: [
      '(too many|maximum|max|limit* of|exceed*) (_ )?(recipients|rcpts?) ... (per|in|on|for|of) (this |a |one |the )?(connection|session)',
      'too many (failed|bad|invalid|unknown|non-exist*) (recipients|rcpts?|users|addresses)',
      'too many recipient attempts',
      'session limit (was |is )?(reached|exceeded)',
      '当前连接发送的收件人',
      'rp:drc',
    ],
  },
  'throttled.code': { codes: ['421'], unless: ['{maintenance}', 'unverified address'] },
  // Limits per period, not per transaction: a smaller transaction would not help.
  'throttled.recipients': {
    phrases: [
      'too many (recipients|rcpts?) ... (from|(this|per|an|last) (hour|minute|day)|today|hourly|daily)',
      'too many messages for this {mailbox}, (try|retry|please)',
      '(max|maximum|limit*|more than) ... (recipients|rcpts?) (per|in|every) (_ )?(second|minute|hour|day)s?',
    ],
  },
  'recipients.text': {
    meaning: 'too_many_recipients',
    phrases: [
      'too many (recipients|rcpts?|addressees?|destinat*)',
      '(recipients?|rcpts?) (limit|count|number) ... (exceed*|reach*)',
      '(exceed*|maximum|max|more than) ... (number of )?(recipients|rcpts?)',
      '(one|a single|single|1) (recipient|rcpt) (is |was |can be )?(allowed|permitted|accepted|supported|per|at a time|in)',
      '(multiple|several) (recipients|rcpts)',
      'limit of _ (recipients|rcpts)',
      'out of allow rcpt',
      'of rcpts ... threshold',
      'trop de destinataires',
      'zu viele empf*',
      'troppi destinatari',
      'demasiados destinatarios',
      'muitos destinatarios',
      'te veel (ontvangers|geadresseerden)',
      'zbyt wielu (odbiorcow|adresatow)',
      'un seul destinataire (par|a la fois)',
      'nur (ein|einen|einem) empf* (pro|je|gleichzeitig|erlaubt|zulassig)',
      '(un|um) (solo |unico |so )?destinatario (por|per|alla|a la|de cada)',
      'een (ontvanger|geadresseerde) (per|tegelijk)',
      '(jeden|jednego) (odbiorca|odbiorce|adresat|adresata) (na|w)',
      '宛先が多',
      '(宛先|受信者)は(1|一)(つ|件|人)',
      '收件人(数|过多|太多)',
      '(一|1)个收件人',
    ],
    unless: ["(recipient|recipients|user)('s)? (mail-box|inbox|account|quota|storage|maildir)"],
  },
  'throttled.flood': { enhanced: ['X.7.28', '4.3.2'], unless: ['{maintenance}'] },
  'throttled.text': {
    phrases: [
      'too many ... {sent}',
      '(max|maximum|limit*|more than) _ (mails?|requests?|connections?) (per|in|every) (_ )?(second|minute|hour|day)s?',
      'too much (fail|mail from)',
      'messages ... per (hour|day)',
      'try again later from %ip',
      '{rate}',
      '(trop d(e)?|zu viele|demasiad(o|a)s|tropp(i|e)|muit(o|a)s|te veel|zbyt wiele|za duzo) ... {sent}',
      '(par|pro|por|per|na) (connexion|verbindung|conexion|connessione|conexao|verbinding|polaczenie|session|heure|stunde|hora|ora|uur|minute|jour|tag|dia|giorno|dag)',
      '(quota|limite?) ... (journalier|quotidien|diari(o|a)|horari(o|a)|giornalier(o|a))',
      '(tages|stunden|dag|uur)(limit|kontingent|limiet)*',
      '(发送频率|並发连接|并发连接|连接过多|连接太多|频率过高|频率过快)',
      '(每日|每天|当日|1日)...(限额|上限)',
    ],
    unless: ['(mailbox|inbox|maildir|in the mail-box|on the server)', '{too_fast}'],
  },
  // Address guessing (directory harvesting), or something that the server takes for it.
  'throttled.harvest': {
    meaning: 'connection_used_up',
    phrases: [
      '(dictionary|harvest*)-(attack|protection|prevention)?',
      '(worterbuch*|dictionnaire|diccionario|dizionario|woordenboek*|辞書攻撃|字典攻击)',
      '(invalid|unknown|bad) (recipient|user|address)s? (ratio|rate|percentage|count|threshold)',
      '(number|count|amount|ratio|rate|percentage) of (_ )?(invalid|unknown|bad|non-exist*)',
      '(excessive|repeated|multiple|many) (_ )?(invalid|unknown|non-exist*|bad) {mailbox}',
      '(sent|sending|mails?|messages?|attempts?) to (_ )?(invalid|unknown|non-exist*) {mailbox}',
      '{mailbox} (was|were|had) ... previous',
      '(trop d(e)?|zu viele|demasiad(o|a)s|tropp(i|e)|muit(o|a)s|te veel) ... (unbekannt*|ungultig*|inconnus|invalides|desconocid*|inval*|sconosciut*|desconhecid*|onbekende)',
      '太多的?(无效|未知|不存在|错误)',
    ],
  },
});
