import type { Rule } from '../rule.ts';
import { USER_UNKNOWN_ENGLISH } from './user-unknown-english.ts';

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

/** The server searched its directory, and found nobody. */
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

/** A rule for the words of one language. */
function inLanguage(
  language: string,
  words: Pick<Rule, 'phrases' | 'links' | 'unless' | 'examples'>,
): Rule {
  return {
    id: `user-unknown.${language}`,
    meaning: 'no_such_mailbox',
    codes: ['5'],
    unless: ANOTHER_MATTER,
    ...words,
  };
}

/** There is no such mailbox, by the words for it. To add a phrase, add it to its language. */
export const USER_UNKNOWN: readonly Rule[] = [
  USER_UNKNOWN_ENGLISH,
  inLanguage('fr', {
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
    examples: ['550 Utilisateur inconnu', '550 destinataire inconnu ou non autorise'],
  }),
  inLanguage('de', {
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
    examples: ['550 Benutzer unbekannt', '550 Empfaenger unbekannt'],
  }),
  inLanguage('es', {
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
    examples: ['550 El buzón no existe', '550 Usuario desconocido'],
  }),
  inLanguage('it', {
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
  }),
  inLanguage('pt', {
    phrases: [
      '{pt_mailbox} (@ )?{pt_unknown}',
      '{pt_mailbox} ... (nao existe|desconhecid(o|a)|inexistente|nao (foi )?encontrad(o|a))',
      '^(nao existe|desconhecido|nao encontrado)$',
      'nao (existe|foi encontrado|ha|reconhecemos|conhece) (o |este |esta |esse |nenhum )?{pt_mailbox}',
      'usuario nao tem conta',
    ],
    examples: ['550 5.1.1 Usuário não existe', '550 Caixa postal não existe'],
  }),
  inLanguage('nl', {
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
    examples: [
      '550 5.1.1 Mailbox bestaat niet',
      '550 5.1.1 Bestemmingsmailbox bestaat niet of is ongeldig.',
    ],
  }),
  inLanguage('pl', {
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
    examples: ['550 Nie ma takiego konta', '551 Użytkownik nie został odnaleziony.'],
  }),
  inLanguage('ja', {
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
  }),
  inLanguage('zh', {
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
  }),
  inLanguage('ko', {
    phrases: ['{ko_mailbox}...(없|존재하지|알 수)'],
    examples: ['550 사용자가 존재하지 않습니다.', '550 사용자 알 수 없음'],
  }),
  inLanguage('ru', {
    phrases: [
      '{ru_mailbox}...(не найден|не существует|неизвест|не зарегистрирован)',
      '(нет|не существует) (такого |такой )?{ru_mailbox}',
      'такого пользователя нет',
    ],
    examples: ['550 Пользователь не существует', '550 Получателя не существует'],
  }),
  inLanguage('tr-vi', {
    phrases: [
      '(kullanici|alici|posta kutusu|e-posta adresi|hesap) (yok|bulunamadi|mevcut degil)',
      '(hop thu|nguoi dung|nguoi nhan|tai khoan|dia chi email) khong (ton tai|tim thay|hop le)',
    ],
    examples: ['550 hộp thư không tồn tại', '550 posta kutusu yok'],
  }),
];
