import { defineRules, type Rule } from './rule.ts';
import { USER_UNKNOWN_ENGLISH_RULE } from './user-unknown-english.ts';

/** Words of replies about permission to send, a command, an earlier bounce or us, not a mailbox. */
const OTHER_SUBJECTS = [
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
  // Actions of the mailbox, or contents of a message.
  '(accept*|accett*|admite|neemt|nimmt) (_ )?(_ )?(mail|mails|mensajes|messaggi|nachrichten|berichten)',
  '(anhang|allegato|adjunto|bijlage|anexo|piece jointe|zertifikat|certificat*|reponse|antwort|respuesta|risposta)',
  '(votre|ihre|su|il suo|uw|a sua) (message|nachricht|mensaje|messaggio|bericht|mensagem)',
  '(a demande|ha eliminado|hat die nachricht|diese nachricht|nooit geschreven|nicht aufgelost|von aussen)',
  '(alle|tous les|todos los|tutti gli) (benutzer|nutzer|utilisateurs|usuarios|utenti)',
  '(waarvan|waarmee|domane|ese dominio|ihres servers|du serveur|servicio de correo)',
  '(無効な文字|送信できません|路由|身份|地址族)',
  '(all invio|session|sesion|sessao|list is closed|(mensaje|mensagem|messaggio) d(e|i)|contato|contacto|netzsegment|网段)',
  '^(el |la |il |l |o |a )?(su|suo|tuo|vostro|seu|sua|twoj|twoje|panstwa|votre|uw|ihr|sie) (_ )?(besitzen|sind|direccion|indirizzo|endereco|account|adres|serwer|konto|adresse)',
  '(jamais ecrit|nunca le|nunca lhe|mai scritto|autenticad*|iniciar sesion|%ip)',
];

/** The server searched its directory without a match. */
export const DIRECTORY_MISS_RULES = defineRules('no_such_mailbox', {
  'user-unknown.looked-up': {
    meaning: 'no_such_mailbox_by_code',
    codes: ['5'],
    enhanced: ['5.1.1'],
    phrases: ['(recipient|address|user) (verify|verification|validation|look-?up) ... failed'],
    unless: ['(connect*|timed|timeout|error|tempor*|unverified|later|down|dns|callout)'],
  },
  'user-unknown.cyrus': {
    codes: ['5'],
    enhanced: ['5.1.1'],
    phrases: ['^mailbox unknown. either there is no mailbox associated with this name'],
  },
  // A complete sentence at the start of the reply, unless the rest asks for a retry or blames
  // relaying or the sender.
  'user-unknown.sentence': {
    codes: ['5'],
    phrases: [
      '^(recipient address rejected: )?(the |this |that )?{mailbox} {not_there}(.|;)',
      '^{no_such} {mailbox}( here)?(.|;)',
    ],
    unless: ['later', 'tempor*', '(try|retry) ... (again|later)', '(relay*|sender|moved)'],
  },
});

function languageRule(language: string, words: Pick<Rule, 'phrases' | 'links' | 'unless'>): Rule {
  return {
    id: `user-unknown.${language}`,
    meaning: 'no_such_mailbox',
    codes: ['5'],
    unless: OTHER_SUBJECTS,
    ...words,
  };
}

/** Low confidence, because some servers also send these replies for domains they do not host. */
export const INVALID_RECIPIENT_RULES = defineRules('no_such_mailbox_or_domain', {
  // OpenSMTPD sends this for a domain without a rule, other servers for a missing mailbox.
  'user-unknown.or-domain': { codes: ['550'], phrases: ['^invalid recipient:$'] },
});

/** Phrases for a mailbox that does not exist, by language. */
export const USER_UNKNOWN_RULES: readonly Rule[] = [
  USER_UNKNOWN_ENGLISH_RULE,
  languageRule('fr', {
    phrases: [
      '{fr_mailbox} ... {fr_unknown}',
      '(aucune?|pas de) (de nos )?({fr_mailbox}|liste de diffusion) (de|a|avec|sous|pour|portant|ne porte|ne correspond)',
      "{fr_mailbox} (n'a|ne (possede|dispose)) (pas|plus) (de|d un) (compte|boite)",
      'personne ... (ce nom|cette adresse)',
      '^(inconnue?|introuvable)$',
      '@ ... introuvable',
      "(impossible de trouver|ne gerons pas|ne connaissons pas|n'avons pas trouve) (l|le|la|ce|cet|cette) ?{fr_mailbox}",
      'ne connai(t|ssons) pas (ce|cet|cette) {fr_mailbox}',
    ],
    links: ['ofr_416', 'ofr_418', 'ofr004_416', 'lpn007_416'],
  }),
  languageRule('de', {
    phrases: [
      '{de_mailbox} ... {de_unknown}',
      '{de_mailbox} hat (hier )?kein(e|en)? {de_mailbox}',
      'unter (der|dieser) (adresse|mailadresse)( @)? ist (bei uns )?(niemand|kein)',
      '(unbekannt|ungultig|ungueltig|falsch)(er|e|es|en)? {de_mailbox}',
      'kein(e|en)? (solch(er|e|es) )?({de_mailbox}|maillingliste|mailingliste) (oder _ )?(mit|unter|dieses|hier|bekannt|gefunden|vorhanden|fur|heisst so)',
      'niemand (mit|unter) (diesem|dieser)',
      'niemand hat diese (mail)?adresse',
      '^(existiert nicht|unbekannt|nicht gefunden)$',
      '(kennen|kennt|finden) (wir )?(den|diesen|die|diese|das|dieses)? ?{de_mailbox}? ?(hier )?nicht',
      'kein(e|en)? (solch(er|e|es) |gultiges? |gultige )?{de_mailbox}$',
      'nicht mehr (im unternehmen|bei uns)',
    ],
  }),
  languageRule('es', {
    phrases: [
      '{es_mailbox} ... {es_unknown}',
      'no (existe|se encuentra|conoce) (a )?(ese |este |el |dicha |dicho |tal |ninguna |la )?{es_mailbox}',
      'no (hay|tenemos|tiene) (a )?(ese|este|tal|ninguna?) {es_mailbox}',
      '(usuario|destinatario|persona) ... no (tiene|posee) (una |un )?(cuenta|buzon)',
      '(hay|tenemos|existe) ... (ningun|ese|esa|esta) {es_mailbox}',
      '(encontro|encontrar|reconocemos|gestionamos) (al|el|ese|esa|esta) {es_mailbox}',
      'no (hay|tenemos) (a )?nadie con ese',
      '^(no existe|desconocido|no encontrado)$',
    ],
  }),
  languageRule('it', {
    phrases: [
      '{it_mailbox} ... {it_unknown}',
      '(nessuna?|alcuna?|nessuno dei nostri) {it_mailbox} (con|simile|corrisponde|di|trovat(o|a)|per|ha)',
      '(nessuna?|non esiste una|non e stato trovato alcun|non gestiamo questo) {it_mailbox}$',
      'non esiste una {it_mailbox} con',
      'destin. sconosciuto',
      '^(non esiste|sconosciuto|non trovato|inesistente)$',
      '(impossibile trovare|non conosce|non riconosciamo) (l|questo|il|la) ?{it_mailbox}',
    ],
    unless: [...OTHER_SUBJECTS, 'o non abilitato'],
  }),
  languageRule('pt', {
    phrases: [
      '{pt_mailbox} ... {pt_unknown}',
      '^(nao existe|desconhecido|nao encontrado)$',
      'nao (existe|foi encontrado|ha|reconhecemos|conhece|conhecemos|temos registo|foi possivel encontrar) (desse |tal |o |este |esta |esse |nenhuma? )?{pt_mailbox}',
      'nenhuma? (dos nossos )?{pt_mailbox} (encontrad(o|a)|com|tem)',
      'usuario nao tem conta',
    ],
  }),
  languageRule('nl', {
    phrases: [
      'kent (het|de) ... niet',
      '(onbekende?|ongeldige?) {nl_mailbox}',
      '{nl_mailbox} ... {nl_unknown}',
      'geen (geldige? )?{nl_mailbox}$',
      'geen (van onze )?{nl_mailbox} (met|onder|voor|bekend|gevonden|heeft)',
      '(kent|herkennen) (deze|dit|de) {nl_mailbox} niet',
      '{nl_mailbox} heeft geen {nl_mailbox}',
      '(dit|deze) {nl_mailbox} hebben wij niet',
      '^(bestaat niet|niet gevonden)$',
      '(kan|kunnen) de {nl_mailbox} niet vinden',
      '^onbekend$',
    ],
  }),
  languageRule('pl', {
    phrases: [
      '{pl_mailbox} ... {pl_unknown}',
      '(nieznan|nieprawidlow|niepoprawn|nieistniejac)(y|a) ({pl_mailbox}|nazwa uzytkownika)',
      'nie (ma|istnieje|zna|rozpoznajemy|mamy|znaleziono|odnaleziono) (takiego |taki |tego )?(uzytkownika?|konta|adresu|odbiorcy|adresata|studenta)',
      '(takiego|takiej) (konta|skrzynki) nie prowadzimy',
      'nie ma u nas skrzynki',
      'nie ma takiej skrzynki',
      '(brak|nie znaleziono|nieistniejac(y|e|a)|bledn(y|a)) (takie(go|j) )?(adresata|uzytkownika|odbiorcy|konta|konto|skrzynki|adresu|adres|nazwa uzytkownika)',
      '^(nie (istnieje|znaleziono)|nieznany)$',
      'nie mozna znalezc uzytkownika',
    ],
  }),
  languageRule('ja', {
    phrases: [
      '{ja_mailbox} ?(が|は|も|を|の存在が)?(現在)?{ja_unknown}',
      'ユーザーレコードが見つかりません',
      '{ja_mailbox}(は|が|に)?(この|当社の?|当方に?|指定)?(サーバーに|では|に|の)?(アドレス帳に|データベースに|登録が)?{ja_unknown}',
      '(存在しない|見つからない|不明な|該当する|無効な|未登録の|登録されていない)(メール)?{ja_mailbox}',
      '宛先不明',
      '^(存在しません|見つかりません)$',
      '@ ?は(当サーバーに)?(存在しま|登録されていま)',
      '該当ユーザーなし',
      'メールボックスが(無い|ない|ありません)',
    ],
    unless: [
      ...OTHER_SUBJECTS,
      '(許可|権限|認証|受信拒否|拒否され|形式|サーバーが|サーバーの|送信を停止|外部|送信に|送信側|貴|smtp|への送信|アドレス帳|からのメール)',
    ],
  }),
  languageRule('zh', {
    phrases: [
      '{zh_mailbox} ?(已)?{zh_unknown}',
      '(不存在|无此|無此|没有此|没有这个|没有这样的|没有找到|没有该|查无此|找不到|无法找到|无法识别|无效|無效|未知|非法|错误)的?(该|此|这个)?{zh_mailbox}',
      '{zh_mailbox} ?(在|未在)?(本|我们)?(系统|服务器|的)?(中|上)?(没有邮箱|不存在)',
      '(查无此人|查無此人)',
      '^(不存在|找不到|未找到)$',
      '@ ?(不存在|找不到)',
    ],
    unless: [
      ...OTHER_SUBJECTS,
      '(休假|认证|認證|权限|登录|域名|服务器|发信|源地址|未知用户不能|退信|smtp|来自)',
    ],
  }),
  languageRule('ko', {
    phrases: ['{ko_mailbox}...(없|존재하지|알 수)'],
  }),
  languageRule('ru', {
    phrases: [
      '{ru_mailbox}...(не найден|не существует|неизвест|не зарегистрирован)',
      '(нет|не существует) (такого |такой )?{ru_mailbox}',
      'такого пользователя нет',
    ],
  }),
  languageRule('tr-vi', {
    phrases: [
      '(kullanici|alici|posta kutusu|e-posta adresi|hesap) (yok|bulunamadi|mevcut degil)',
      '(hop thu|nguoi dung|nguoi nhan|tai khoan|dia chi email) khong (ton tai|tim thay|hop le)',
    ],
  }),
];
