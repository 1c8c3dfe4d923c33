import type { Rule } from '../rule.ts';
import { list } from './list.ts';

/** Then the sentence is about the right to send, a command, an earlier bounce, or about us. */
const ANOTHER_MATTER = [
  '(relay*|dns|smtp|(server|client|host)adresse|delai depasse|do qual voce|zewnetrznej|sleutel van|postmaster|reply-to|status|stato|usted|externo*|extern|esterna)',
  '(formato?|syntaxe?|sintaxis|commande|comando|befehl|command)',
  '(pour|fur|para|per|voor|dla) (ce|cet|diese|este|questo|deze|tej) (domaine|domain|dominio|service|dienst|servicio|servizio)',
  '(de su|do seu|del vostro|del suo|panstwa) (dominio|domeny)',
  '(no|nao|non) (puede|pueden|pode|podem|puo|possono)',
  '(darf|durfen|moze|mogen) (nicht|wysylac|niet)',
  '(pour|para|per|do) (envoi|enviar|envio|invio|all invio|wysylki)',
  '(possiveis causas|oorzaken|database|signatur|hors de|impossible de savoir|no indicamos)',
  '(dit domein|tej domeny|autorizad(a|o))',
  '(utilise|usad(a|o)|usato|uzyte) (pour|para|per|do)',
  '(liste|lista|lijst) ... (autoris*|autoriz*|permitid*|toegestane)',
  '(deja|suppression|anteriormente|gia tornat*|fruher|wczesniej|eerder|ja retornou|suprimid*)',
  '(courrier|correo|mail|posta) (d|de|von|da) (_ )?(inconnu*|desconocid*|unbekannt*|sconosciut*|{es_mailbox}|{it_mailbox}|{fr_mailbox})',
  '(jamais ecrit|nunca le|nunca lhe|mai scritto|autenticad*|iniciar sesion|%ip)',
];

/**
 * English sentences that say there is no such mailbox. They decide whatever the enhanced code is,
 * since many servers send them under 5.7.1, 5.3.0 or none.
 */
const USER_UNKNOWN_EN: Rule = {
  id: 'user-unknown.en',
  meaning: 'no_such_mailbox',
  codes: ['5'],
  phrases: [
    '{mailbox} (name )?{not_there}',
    '{mailbox} (that |which )?you ... {not_there}',
    '(user|account|mailbox|recipient|person) _ {not_there}',
    '{no_such} {mailbox}',
    'no (valid )?(local )?{mailbox} {by_that_name}',
    '^(error 60: |error )?no {mailbox}$',
    "(not|n't) (a |an |one of )?(our )?(own )?(known |valid |active |local |existing |recogni(s|z)ed )?{mailbox}",
    "(unable to|can't|cannot|could not|couldn't) (find|locate|resolve|accept|normalize) (the )?(recipient |alias |user's? )?({mailbox}|@)",
    "(do not|don't|cannot|does not) (know|have|host|recogni(s|z)e) (that|this|the|any) {mailbox}",
    "(do|does|did)(n't| not| no)? have (a|an|any) (%host |aol |_ )?(e-mail )?-?(account|e-?mailaccount|address|mail-box)",
    "(hasn't|has no) (got )?(a|the|an) (account|service)",
    "(not|isn't) (found |listed |present |known |registered )?(in|on|at|with) {directory}",
    '(not|no longer) (found|known|present|listed|registered) (in|on|at|here)',
    'no such person',
    'no (such|corresponding|matching) destination',
    'no one (at|here|with|by|called)',
    'nobody (named|here|by)',
    '(nobody|no one) (uses|has|owns) this (address|mail-box|name)',
    'no (valid recipients|recipients for|redirect entry|forwarding address)',
    'no (record of (that|this) (user|recipient|address)|(user )?record found|match in name directory)',
    '(we|this server) (have|has|hold) no {mailbox}',
    'never heard of (that|this) (user|person|recipient)',
    '^(is )?(not found|unknown|not used|no such|does not exist|is no longer valid|unknown to _)$',
    '^_ does not exist$',
    '@ (is )?(unknown|not known|not found|not used|does not exist)( here)?$',
    '@ is no longer valid',
    'no longer (works|employed|with (us|this|the))',
    'is not working with us',
    'never logged on* their',
    '(unknown mailing list|not (a )?member of domain|not user of this server)',
    "(doesn't|not|does not) handle mail for that user",
    "(don't|do not) exists? that user",
    'missing (home directory|or malformed local part)',
    '^the recipient cannot be verified. please check all recipients of this message',
    'mail-box (is )?unavailable or (is )?(not local|does not exist|not found)',
  ],
  links: list(`
      recipientnotfound, recipnotfound, badrcptto, validrcptto, usrunknown,
      user_unknown, user_not_found, mailboxnotfound, address_not_found, ?p=nosuchuser,
      bad_recipient, nosuchuser`),
  unless: [
    'relay (access|denied|not)',
    '(authenti*|authori*|permission|permissions)',
    'relaying',
    '(no|not|the|for|cannot|to) relay',
    'relay (login|clients?|user|account|possible|refused)',
    'password',
    'may or may not',
    '(you (are|were) not|your (address|user|domain|postmaster|session|connection)|in your)',
    '(sender|header|message-id|certificate|sasl*|oauth|radius|literal|family|attachment|field)',
    '(previous|previously|earlier|last week|came back|bounced|honeypot|blocked|filter|backup mx)',
    '(left the list|this list|list owner|list of (approved|relay|known)|access list|login table)',
    '(unknown|invalid) users (are|mail|cannot|can)',
    '(account|customer|you) for (that|this) domain',
    'in (to|from|cc|mail|your dns)$',
    'address: %ip',
    '(if|unless|whether|possibly|tried to verify)',
    '(too many|one address|not assigned)',
    '(new server|cannot send|sending refused|not permitted|use our mx|connection from|excessive)',
    '(user (command|group|error)|message class|table user|this country|passwd|smtp auth|auth:|api key|proxy)',
    "(user|account|recipient)'s? (home|domain|server|mail exchanger|provider|mail-box store)",
    '(address|recipient|user) of client',
    '(bang path|percent hack|srs0|alias expansion|configuration file|users are gone|domain has no)',
    '(bad|mailbox|wrong|invalid) (address )?syntax',
  ],
  examples: [
    '550 5.1.1 <user@example.com>: Recipient address rejected: User unknown in virtual mailbox table',
    '550 No Such User Here',
    '553 5.3.0 <user@example.com>... No such user here',
    '550 Unrouteable address',
    '550 5.1.1 no such person at this address',
  ],
};

const USER_UNKNOWN_FR: Rule = {
  id: 'user-unknown.fr',
  meaning: 'no_such_mailbox',
  codes: ['5'],
  phrases: [
    '{fr_mailbox} (est |_ )?{fr_unknown}',
    "{fr_mailbox} ... (n'existe (pas|plus)|inconnue?|introuvable|non trouvee?)",
    '(aucune?|pas de) {fr_mailbox} (de|a|avec|sous|pour) (ce|cet|cette)',
    'personne ... (ce nom|cette adresse)',
    '^(inconnue?|introuvable)$',
    '@ ... introuvable',
    '(impossible de trouver|ne gerons pas|ne connaissons pas) (l|ce|cet|cette) ?{fr_mailbox}',
    'ne connai(t|ssons) pas (ce|cet|cette) {fr_mailbox}',
  ],
  links: ['ofr_416', 'ofr_418', 'ofr004_416', 'lpn007_416'],
  unless: ANOTHER_MATTER,
  examples: ['550 Utilisateur inconnu', '550 destinataire inconnu ou non autorise'],
};

const USER_UNKNOWN_DE: Rule = {
  id: 'user-unknown.de',
  meaning: 'no_such_mailbox',
  codes: ['5'],
  phrases: [
    '{de_mailbox} (@ )?(ist |wurde |konnte )?(hier |leider )?(uns )?{de_unknown}',
    '{de_mailbox} ... (existiert nicht|nicht (gefunden|gefunden werden)|unbekannt)',
    '(unbekannt|ungultig|ungueltig|falsch)(er|e|es|en)? {de_mailbox}',
    'kein(e|en)? (solch(er|e|es) )?({de_mailbox}|maillingliste|mailingliste) (oder _ )?(mit|unter|dieses|hier|bekannt|gefunden|vorhanden)',
    'niemand (mit|unter) (diesem|dieser)',
    '^(existiert nicht|unbekannt|nicht gefunden)$',
    '(kennen|kennt|finden) (wir )?(den|diesen|die|diese|das|dieses)? ?{de_mailbox}? ?(hier )?nicht',
    'kein(e|en)? (solch(er|e|es) |gultiges? |gultige )?{de_mailbox}$',
    'nicht mehr (im unternehmen|bei uns)',
  ],
  unless: ANOTHER_MATTER,
  examples: ['550 Benutzer unbekannt', '550 Empfaenger unbekannt'],
};

const USER_UNKNOWN_ES: Rule = {
  id: 'user-unknown.es',
  meaning: 'no_such_mailbox',
  codes: ['5'],
  phrases: [
    '{es_mailbox} (@ |de destino |del destinatario )?(es |ya )?{es_unknown}',
    '{es_mailbox} ... (no existe|desconocid(o|a)|inexistente|no encontrad(o|a))',
    'no existe (ese |el |dicha |tal |ninguna |la )?{es_mailbox}',
    '(usuario|destinatario) no (tiene|posee) (una |un )?(cuenta|buzon)',
    '(hay|tenemos|existe) ... (ningun|ese|esa|esta) {es_mailbox}',
    '(encontro|encontrar|reconocemos|gestionamos) (al|el|ese|esa|esta) {es_mailbox}',
    'no hay nadie con ese',
    '^no existe$',
  ],
  unless: ANOTHER_MATTER,
  examples: ['550 El buzón no existe', '550 Usuario desconocido'],
};

const USER_UNKNOWN_IT: Rule = {
  id: 'user-unknown.it',
  meaning: 'no_such_mailbox',
  codes: ['5'],
  phrases: [
    '{it_mailbox} (@ )?(e )?{it_unknown}',
    '{it_mailbox} ... (non esiste|sconosciut(o|a)|inesistente)',
    '(nessun|alcun) {it_mailbox} (con|simile|corrisponde|di|trovato)',
    'destin. sconosciuto',
    '^(non esiste|sconosciuto|non trovato)$',
    '(impossibile trovare|non conosce|non riconosciamo) (l|questo|il|la) ?{it_mailbox}',
  ],
  unless: [...ANOTHER_MATTER, 'o non abilitato'],
  examples: ['550 Utente sconosciuto', '550 Questo indirizzo non esiste'],
};

const USER_UNKNOWN_PT: Rule = {
  id: 'user-unknown.pt',
  meaning: 'no_such_mailbox',
  codes: ['5'],
  phrases: [
    '{pt_mailbox} (@ )?{pt_unknown}',
    '{pt_mailbox} ... (nao existe|desconhecid(o|a)|inexistente|nao (foi )?encontrad(o|a))',
    '^(nao existe|desconhecido|nao encontrado)$',
    'nao (existe|foi encontrado|ha|reconhecemos|conhece) (o |este |esta |esse |nenhum )?{pt_mailbox}',
    'usuario nao tem conta',
  ],
  unless: ANOTHER_MATTER,
  examples: ['550 5.1.1 Usuário não existe', '550 Caixa postal não existe'],
};

const USER_UNKNOWN_NL: Rule = {
  id: 'user-unknown.nl',
  meaning: 'no_such_mailbox',
  codes: ['5'],
  phrases: [
    'kent (het|de) ... niet',
    '{nl_mailbox} (@ )?(is )?(hier )?{nl_unknown}',
    '(onbekende|ongeldige) {nl_mailbox}',
    'geen (geldige? )?{nl_mailbox}$',
    'geen {nl_mailbox} (met|onder|voor)',
    '^(bestaat niet|niet gevonden)$',
    '(kan|kunnen) de {nl_mailbox} niet vinden',
    '^onbekend$',
  ],
  unless: ANOTHER_MATTER,
  examples: [
    '550 5.1.1 Mailbox bestaat niet',
    '550 5.1.1 Bestemmingsmailbox bestaat niet of is ongeldig.',
  ],
};

const USER_UNKNOWN_PL: Rule = {
  id: 'user-unknown.pl',
  meaning: 'no_such_mailbox',
  codes: ['5'],
  phrases: [
    '{pl_mailbox} (@ )?{pl_unknown}',
    '{pl_mailbox} ... nie istnieje',
    '(nieznan|nieprawidlow)(y|a) ({pl_mailbox}|nazwa uzytkownika)',
    'nie ma takiego (uzytkownika|konta|adresu|odbiorcy)',
    'nie ma takiej skrzynki',
    '(brak|nie znaleziono|nieistniejac(y|e|a)|bledn(y|a)) (takie(go|j) )?(uzytkownika|odbiorcy|konta|konto|skrzynki|adresu|adres|nazwa uzytkownika)',
    '^nie (istnieje|znaleziono)$',
    'nie mozna znalezc uzytkownika',
  ],
  unless: ANOTHER_MATTER,
  examples: ['550 Nie ma takiego konta', '551 Użytkownik nie został odnaleziony.'],
};

const USER_UNKNOWN_JA: Rule = {
  id: 'user-unknown.ja',
  meaning: 'no_such_mailbox',
  codes: ['5'],
  phrases: [
    '{ja_mailbox} ?(が|は|も|を|の存在が)?(現在)?{ja_unknown}',
    'ユーザーレコードが見つかりません',
    '(存在しない|見つからない|不明な|該当する){ja_mailbox}',
    '宛先不明',
    '^(存在しません|見つかりません)$',
    '@ ?は(当サーバーに)?(存在しま|登録されていま)',
    '該当ユーザーなし',
    'メールボックスが(無い|ない|ありません)',
  ],
  unless: [
    ...ANOTHER_MATTER,
    '(許可|権限|認証|受信拒否|拒否され|形式|サーバーが|サーバーの|送信を停止|外部|送信に|送信側|貴|smtp|への送信|アドレス帳|からのメール)',
  ],
  examples: ['550 宛先不明', '551 受信者が存在しない'],
};

const USER_UNKNOWN_ZH: Rule = {
  id: 'user-unknown.zh',
  meaning: 'no_such_mailbox',
  codes: ['5'],
  phrases: [
    '{zh_mailbox} ?(已)?{zh_unknown}',
    '(不存在|无此|無此|没有此|没有这个|没有该|查无此|找不到|无效|無效|未知|非法)的?(该|此|这个)?{zh_mailbox}',
    '(查无此人|查無此人)',
    '^(不存在|找不到)$',
    '@ ?(不存在|找不到)',
  ],
  unless: [
    ...ANOTHER_MATTER,
    '(休假|认证|認證|权限|登录|域名|服务器|发信|源地址|未知用户不能|退信|smtp|来自)',
  ],
  examples: ['550 收件人不存在', '550 该用户不存在'],
};

const USER_UNKNOWN_KO: Rule = {
  id: 'user-unknown.ko',
  meaning: 'no_such_mailbox',
  codes: ['5'],
  phrases: ['{ko_mailbox}...(없|존재하지|알 수)'],
  unless: ANOTHER_MATTER,
  examples: ['550 사용자가 존재하지 않습니다.', '550 사용자 알 수 없음'],
};

const USER_UNKNOWN_RU: Rule = {
  id: 'user-unknown.ru',
  meaning: 'no_such_mailbox',
  codes: ['5'],
  phrases: [
    '{ru_mailbox}...(не найден|не существует|неизвест|не зарегистрирован)',
    '(нет|не существует) (такого |такой )?{ru_mailbox}',
    'такого пользователя нет',
  ],
  unless: ANOTHER_MATTER,
  examples: ['550 Пользователь не существует', '550 Получателя не существует'],
};

const USER_UNKNOWN_TR_VI: Rule = {
  id: 'user-unknown.tr-vi',
  meaning: 'no_such_mailbox',
  codes: ['5'],
  phrases: [
    '(kullanici|alici|posta kutusu|e-posta adresi|hesap) (yok|bulunamadi|mevcut degil)',
    '(hop thu|nguoi dung|nguoi nhan|tai khoan|dia chi email) khong (ton tai|tim thay|hop le)',
  ],
  unless: ANOTHER_MATTER,
  examples: ['550 hộp thư không tồn tại', '550 posta kutusu yok'],
};

/** A look into the directory that worked, and found nobody. */
export const LOOKED_UP: readonly Rule[] = [
  {
    id: 'user-unknown.looked-up',
    meaning: 'no_such_mailbox_by_code',
    codes: ['5'],
    enhanced: ['5.1.1'],
    phrases: ['(recipient|address|user) (verify|verification|validation|look-?up) ... failed'],
    unless: ['(connect*|timed|timeout|error|tempor*|unverified|later|down|dns|callout)'],
    examples: [
      '550 5.1.1 <a@b.com>... email address lookup in domain map failed',
      '550-Verification failed for <bob@example.com>\r\n550-Response: 450 4.1.1 Recipient address rejected\r\n550 5.1.1 Recipient verify failed',
    ],
  },
  {
    id: 'user-unknown.cyrus',
    meaning: 'no_such_mailbox',
    codes: ['5'],
    enhanced: ['5.1.1'],
    phrases: ['^mailbox unknown. either there is no mailbox associated with this name'],
    examples: [
      '550-Mailbox unknown.  Either there is no mailbox associated with this\r\n550-name or you do not have authorization to see it.\r\n550 5.1.1 User unknown',
    ],
  },
];

/** There is no such mailbox, by the words for it. A support person adds a phrase to a language here. */
export const USER_UNKNOWN: readonly Rule[] = [
  USER_UNKNOWN_EN,
  USER_UNKNOWN_FR,
  USER_UNKNOWN_DE,
  USER_UNKNOWN_ES,
  USER_UNKNOWN_IT,
  USER_UNKNOWN_PT,
  USER_UNKNOWN_NL,
  USER_UNKNOWN_PL,
  USER_UNKNOWN_JA,
  USER_UNKNOWN_ZH,
  USER_UNKNOWN_KO,
  USER_UNKNOWN_RU,
  USER_UNKNOWN_TR_VI,
];
