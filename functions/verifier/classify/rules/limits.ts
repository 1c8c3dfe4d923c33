import type { Rule } from '../rule.ts';
import { RECEIVING_TOO_MUCH } from './disabled.ts';

/** Words for how often and how much at once. */
export const RATES =
  /too many (\S+ ){0,3}?(connections?|sessions?|messages?|mails?|e-?mails|errors?|commands?|invalid|unknown|non-?existent|bad|wrong|failed|failures?|requests?|attempts?|concurrent|hops?)\b|\b(rate|frequency|connection|concurrency|throughput|sending|send|hourly|daily|outgoing|outbound|relay|message|session)[- ]?((rate|quota|limit|limits|limited|limiting) ?){1,2}\b.{0,20}(exceed|reach|hit)?|\b(rate|sending|hourly|daily)( \S+)? over (the )?(limit|quota)|\b(limit|quota)s? (for|of|on) (sending|outgoing|outbound|connections?|messages|recipients)|\brate[- ]?limit\w*|\bthrottl\w*|slow(er| down)|too much (e-?mail|mail|traffic)\b(?! data)|too (fast|frequent|quickly|often|much fail)|exceed\w* .{0,60}(per (hour|day|minute|connection)|sending|hourly|daily|connection)|発信数|送信数|并发连接|超过限制.{0,6}连接|[发發][信送].{0,6}(超过|超過|频率|頻率)|连接数|连接(过多|太多)|频率(过高|过快|限制)/;

/** "Too many" of what we do, in other languages. */
const TOO_MANY = [
  /\b(trop d(e |')|zu ?viele |demasiad[ao]s |tropp[ie] |muit[ao]s |te ?veel |zbyt (wiele|duzo) |za duzo )(\S+ ){0,2}?(conne[xs]\w+|conexoe?s|sessions?|messages?|e-?mails?|errors?|err[eo]u?r\w*|requetes?|tentatives?|verbindung\w*|fehler\w*|anfragen|nachrichten|versuche|mails|conexion\w*|mensajes|correos|intentos|messaggi|errori|tentativi|mensagens|erros|tentativas|verbindingen|berichten|fouten|pogingen|polaczen|wiadomosci|bled\w+|prob)\b/,
  /\b(par|pro|por|per|na) (connexion|verbindung|conexion|connessione|conexao|verbinding|polaczenie|session|sitzung|sesion|sessione|sessao|sessie|sesje|heure|stunde|hora|ora|uur|godzine|minute|minuto|minuut|jour|tag|dia|giorno|dag|dobe|dzien)\b/,
  /\blimite? (de |di |d')?(\S+ )?(messages|mensajes|mensagens|messaggi|conn?e[sx]\w+|conexoes|wiadomosci|wyslan\w+|polaczen)\b|\b(nachrichten|berichten)limi(t|et)\b/,
];

/** A quota or limit of an hour or a day is one of what is sent: a mailbox has none. */
const PER_TIME = [
  /\b(hourly|daily|weekly|monthly) (?!mail ?box|inbox|storage)(\S+ ){0,2}?(quota|limit|allowance|maximum)\b|\b(quota|limit)( \S+){0,5} (per|an|each) (hour|day|minute)\b|\b(quota|limit) (is |was |has been )?(exceeded|reached) (for )?(today|this hour)\b/,
  /\b(quota|limite?|plafond|nombre) (\S+ ){0,3}?(journali\w+|quotidien\w*|horaires?|mensuel\w*|hebdomadaire)\b|\b(par|pour la|pour cette) (jour(nee)?|heure)\b/,
  /\b(tages|stunden|minuten|monats)(limit|kontingent|quote|quota|grenze|maximum|volumen)\w*|\b(taglich|taeglich|stundlich|stuendlich|monatlich)\w* (\S+ )?(limit|kontingent|quote|quota|grenze|maximum|menge|anzahl)/,
  /\b(cuota|quota|cota|limite|limiti|tope) (\S+ ){0,3}?(diari[oa]|horari[oa]|mensual|mensal|mensile|por hora|por dia|giornalier[oa]|quotidian[oa]|orari[oa])\b/,
  /\b(dag|uur|maand)(limiet|quotum|quota|maximum)\w*|\b(dagelijkse?|uurlijkse?|maandelijkse?) (\S+ )?(limiet|quotum|quota|maximum|aantal)|\b(dzienn|dobow|godzinow|miesieczn)\w* (\S+ )?(limit|przydzial|kwot|quota|liczb)|\b(limit\w*|przydzial\w*|quota) (\S+ ){0,2}?(dzienn|dobow|godzinow|miesieczn)\w*/,
  /(1日|一日|1時間|毎日|毎時|本日)(当たり|あたり)?の?.{0,8}(上限|制限|クォータ|通数)|(每日|每天|当日|今日|每小时|每小時|单日|單日).{0,8}(限额|限額|配额|配額|上限|限制|数量|數量)/,
];

/** Guessing at addresses, or what looks like it. */
const HARVEST = [
  /\b(dictionary|harvest\w*) ?(attack|protection|prevention)?\b|\bdha\b|par dictionnaire|worterbuch|woerterbuch|\bdiccionario\b|\bdizionario\b|\bdicionario\b|woordenboek|slownikow|辞書攻撃|字典攻击/,
  /\b(invalid|unknown|bad) (recipient|user|address)s? (ratio|rate|percentage|count|threshold)|user unknown rate|\b(number|count|amount|ratio|rate|percentage|volume) of (\S+ )?(invalid|unknown|bad|non-?existent)/,
  /\b(excessive|repeated|multiple|many|\d+) (\S+ )?(invalid|unknown|non-?existent|bad) (users|recipients|addresses)\b|too many (users|recipients|addresses) (not found|unknown)|\b(sending|sent|mails?|messages?|attempts?|tries) to (\S+ )?(invalid|unknown|non-?existent) (recipients|users|addresses|mail ?boxes)|\bguessing\b|\b(too many|most|some|trop|zu viele|demasiad[oa]s|tropp[ie]|muit[oa]s|te veel|zbyt wielu) (of|de|ihrer|d[eo]i?s?|van|z) ?(the |your|vos|sus|suoi|vostri|seus|uw|panstwa)|\b(previous|earlier|prior|one of the|another) (\S+ )?(recipients?|address(es)?|users?) (was|were|had)\b/,
  /\b(unknown|invalid|non-?existent) (users|recipients|addresses)(('? mail| limit| rate)\b|:? ?(you are |you have been |are |will be )?(blocked|rejected|refused))/,
  /\b(zu ?viele|trop d[e']|demasiad[ao]s|tropp[ie]|muit[ao]s|te ?veel|zbyt wiel[eu]) ?(\S+ )?(unbekannt\w*|ungultig\w*|falsche|inconnus|invalides|inexistant\w*|desconocid\w+|inval\w+|inexistent\w+|sconosciut\w+|desconhecid\w+|onbekende|ongeldige|nieznan\w+|bledn\w+)/,
  /(太多|过多|過多)的?(无效|無效|未知|不存在|错误)|(无效|無效|未知|不存在|错误)的?(收件人|收件者|用户|地址|邮箱)(过多|過多|太多)|(存在しない|無効な|不明な).{0,12}(多|超)/,
];

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
    // Over a time, not in a transaction: a smaller one would not help.
    id: 'throttled.recipients',
    outcome: 'throttled',
    codes: ['4', '5'],
    says: [
      /too many (recipients|rcpts?)\b.{0,20}\b(from|(this|per|an|last) (hour|minute|day)|today|hourly|daily)\b/,
    ],
    examples: [
      '450 4.7.1 Error: too many recipients from 192.0.2.1',
      '452 Too many recipients received this hour',
    ],
  },
  {
    id: 'recipients.text',
    outcome: 'too_many_recipients',
    codes: ['4', '5'],
    says: [
      /too many (recipients|rcpts?|addresse?e?s|destinat)|(recipients?|rcpts?) (limit|count|number).{0,20}(exceed|reach)|(exceed\w*|maximum|max|more than).{0,30}(number of )?(recipients(?!'? (mail ?box|inbox|account|quota|storage))|rcpts?)\b|out of allow rcpt/,
      /trop de destinataires(?! (inconn|inval|inexist))|zu ?viele empf|demasiados destinatarios|troppi destinatari|(muitos|demais) destinatarios|te veel (ontvangers|geadresseerden)|zbyt wielu odbiorcow|za duzo odbiorcow|収件人数|宛先が多|收件人(数|过多|太多)/,
    ],
    examples: [
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
    says: [RATES, ...TOO_MANY, ...PER_TIME],
    unless: [
      ...RECEIVING_TOO_MUCH,
      /the user you are trying to contact is receiving|receiving mail (too|at a rate)|\b(mailbox(?! (unavailable|name))|inbox|on the server)\b/,
      // Of messages in a mailbox there are too many when it is full.
      /auf dem server|(im|in der|in ihrem) (postfach|mailbox)|dans (la|sa|cette) boite|(en|no|na|nella|in) (el |de |het |su )?(buzon|casilla|casella|caixa|mailbox|postvak)|w skrzynce|na koncie/,
    ],
    examples: [
      '450 4.7.1 Error: too much mail from 192.0.2.1',
      '450 4.7.1 Error: too many connections from 198.51.100.7',
      '550 5.1.1 Too many invalid recipients, user unknown',
      '550 REJECTED - Too many failed recipients - count = 4',
      '450 4.7.0 Too many connections from your address',
      '451 Trop de connexions depuis votre adresse',
      '450 MI:DMC too many messages in one session',
      '452 4.3.1 Connection rate limit exceeded',
      '550 5.4.5 Daily sending quota exceeded',
      '554 sending limit reached',
      '450 4.7.1 Trop de connexions, veuillez verifier votre configuration. Too many connections, slow down. OFR004_104',
      "450 Trop d'erreurs",
      '452 Zu viele Nachrichten pro Stunde',
      '450 Demasiados mensajes por hora',
      '450 Troppi messaggi',
      '450 Te veel berichten',
      '550 Sending over limit',
      '550 over quota for sending',
      '552 Hourly mail quota exceeded for user@example.com',
      '550 Quota of 100 messages per hour exceeded',
      '550 over limit of connections',
      '452 Przekroczono limit ilości danych na połączenie',
      '550 Limite de données par connexion dépassée',
      '552 5.7.1 Quota SMTP journalier dépassé',
      '552 Tageskontingent überschritten',
      '550 Cuota diaria excedida',
      '550 Limite giornaliero superato',
      '550 Cota diária excedida',
      '550 Daglimiet overschreden',
      '550 Przekroczono dzienny limit wiadomości',
      '550 1日の上限を超えました',
      '550 每日限额已超过',
    ],
  },
  {
    id: 'throttled.harvest',
    outcome: 'throttled',
    codes: ['4', '5'],
    says: HARVEST,
    examples: [
      '550 Zu viele unbekannte Empfänger',
      '550 Zu viele ungültige Adressen',
      '550 Attaque par dictionnaire, utilisateur inconnu',
      '550 Wörterbuchangriff: Benutzer unbekannt',
      '550 Rejected because of invalid recipient ratio',
      '550 5.1.1 sending to invalid users: blocked for 1 hour',
      '550 Directory harvest attack: unknown user',
    ],
  },
];
