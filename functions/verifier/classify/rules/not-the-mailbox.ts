import type { Rule } from '../rule.ts';
import {
  ANOTHER_OBJECT,
  ANOTHER_SUBJECT,
  ANOTHER_SUBJECT_ASIA,
  IN_NO_GROUP,
  MATTER,
  UNFIT,
} from './another-subject.ts';
import { LOG_IN } from './log-in.ts';
import { NONE_AT_ALL } from './none-at-all.ts';
import { NOT_ASSERTED } from './not-asserted.ts';
import { PART_OF_MAILBOX } from './part-of-mailbox.ts';
import { FOR_SOME_ONLY } from './some-only.ts';
import { WHO_WRITES } from './who-writes.ts';

/** On this server a user may be unknown: then it is no server that is. */
const NOT_WHERE =
  '(?<!\\b(?:diesem|dieser|unserem|unserer|auf|im|in|ce|notre|nos|este|ese|nuestro|el|questo|nostro|deste|neste|nosso|deze|onze|tym|naszym|this|our|local|the|on|fur|fuer|pour|para|per|voor|dla|for|bei|chez|presso) %?)';
const OTHER_SAID = new RegExp(
  `\\b${NOT_WHERE}${MATTER}(?: (?:est|ist|es|e|is|jest|de \\S+|mail|pocztowy|di posta|wurde))? ${UNFIT}|\\b${UNFIT} ${MATTER}\\b`,
);

/** What else may be stopped, as a clause of its own: on a server of theirs, it is the mailbox that is. */
const OTHER_STOPPED = new RegExp(
  `(?:^|[.:;,!(-] ?)(?:(?:l'|(?:the|this|le|la|el|il|lo|o|a|der|die|das|de|het) )?(?:(?:adresse|adres) )?(?:ip|hosts?|rechner|hote|port|porta|puerto|domains?|domaine|dominio|domane|domein|domena|servers?|serveur|servidor|serwer|connections?|connexion|verbindung|conexion|connessione|conexao|verbinding|polaczenie|netzwerk|network|reseau|red|rete|rede|netwerk|siec)(?: (?:adresse|address|adres))?(?: (?:is|was|has been|est|a ete|ist|wurde|wird|es|esta|ha sido|e|esta|foi|werd|jest|zostal[aoy]?|zostalo))? (?:now )?(?:blocked|banned|locked|closed|disabled|suspended|inactive|deactivated|expired|bloque|ferme|desactive|suspendu|expire|inacti|gesperrt|blockiert|geschlossen|deaktiviert|abgelaufen|inaktiv|bloquead|cerrad|desactivad|deshabilitad|suspendid|inactiv|caducad|bloccat|chius|disattivat|disabilitat|sospes|scadut|desativad|encerrad|fechad|suspens|inativ|geblokkeerd|gesloten|uitgeschakeld|verlopen|opgeschort|zablokowan|zamkniet|wylaczon|zawieszon|wygas)|(?:ip|服务器|伺服器|主机|主機|域名|网域|網域|连接|連接)(?:地址)?(?:已经?|被){0,2}(?:锁定|鎖定|禁用|停用|冻结|凍結|封|暂停|暫停|停止|过期|過期|关闭|關閉)|(?:ip|サーバー?|ホスト|ドメイン|接続)(?:は|が)(?:停止|休止|凍結|ロック|ブロック|無効化|閉鎖|廃止))`,
);

/**
 * A book of somebody's friends: not one of ours, which is a directory of users, and not one that we
 * are told to put right, which is what one does about a mailbox that is gone.
 */
const ADDRESS_BOOK = new RegExp(
  "(?=carnet d|libreta|rubrica|lista de con|catalogo|ksiazce|adress?b|kontaktl|アドレス帳|通讯录|通訊錄)(?<!\\b(?:notre|nostra|nossa|nuestra|unser(?:em|en|er)?|ons|onze|naszej|aggiornare (?:la )?|(?:met\\w+ a jour|actuali[scz]\\w+|atuali[zc]\\w+|corrig\\w+|corrij\\w+|modifi\\w+|(?:supprim|retir|effac|elimin|remov)\\w+(?: \\S+){0,3} d[ea]|aggiorn\\w+|corregg\\w+|\\w*aktuali[sz]\\w+|uaktualni\\w+|popraw\\w+)(?: (?:votre|le|son|su|sua|tu|la|a|o|vostra|swoja|panstwa|ihr|dein|das))*) )(?:carnet d'adresse|libreta de direcciones|\\brubrica\\b|lista de contat?c?tos|catalogo de enderecos|ksiazce adresowej|\\b(?:adress?b(?:uch|oek)|kontaktliste)\\w*\\b(?! (?:zu )?(?:aktualisier|korrigier|anpass|berichtig|bereinig|aan\\b|bij\\b|aanpass|bijwerk|te\\b))|(?<!(?:当社|弊社|当方|本学|社内|学内)の)アドレス帳(?!(?:の|を)(?:更新|修正|見直))|(?<!(?:更新|修改|核对|核對)(?:您的|你的)?|(?:我们|我們|本公司|本单位|企业|全局)的?)(?:通讯录|通訊錄)(?!(?:中|里|裡|内|內)?(?:找不到|未找到|没有|沒有|查无|查無)(?:到|该|該|此|这个|這個)*(?:收件|用户|用戶|使用者)))",
);

/**
 * Sentences built like those on a mailbox, whose thing is another: what is ours, a log-in, a machine,
 * a list of friends. They stand before the first sentence on a mailbox and keep it from them.
 */
export const NOT_THE_MAILBOX: readonly Rule[] = [
  {
    // Haraka, of a domain that is none of its own; of a mailbox that is not there it says other words.
    id: 'other-thing.relay',
    outcome: 'relay_denied',
    codes: ['550'],
    says: [/^\W*i cannot deliver mail for <?@>?\W*$/],
    examples: ['550 I cannot deliver mail for <user@example.com>'],
  },
  {
    id: 'other-thing.sending',
    outcome: 'sender_rejected',
    codes: ['4', '5'],
    says: [
      /\b(smtp|from|client) (account|user)s?\b|\b(sending|outgoing|outbound|submission) (e-?mail |mail )?(account|mailbox|user|address|privilege|quota|limit)|\b(account|mailbox|user|address)( \S+){0,3} (for|from) (sending|relaying|outgoing|outbound|submission)\b/,
      /\b(compte|boite|adresse|utilisateur|quota|limite)( \S+)? (d'|de l'|en |pour l'|a l')(envoi|emission|expedition)/,
      /\b(versand|sende|absende)(konto|adresse|account|postfach|benutzer|limit|kontingent|quote)|\b(konto|postfach|benutzer|account)\w* .{0,12}\b(zum|fur den|fuer den|am|im) (versand|senden|versenden)\b/,
      /\b(cuenta|buzon|cuota|limite|direccion|usuario|conta|caixa|cota|quota|endereco)( \S+)? (de|para|para el|del) (envi(o|ar)|salida|saida)/,
      /\b(account|casella|utente|quota|limite)( \S+)? (di|per l'|per|in|all') ?(invio|uscita|spedizione)/,
      /\b(account|mailbox|adres|gebruiker|limiet|quotum)( \S+)? (voor|van) (het )?(verzenden|versturen|uitgaande)|\bverzend(account|adres|limiet|quotum)/,
      /\b(konto|kont[ao]|skrzynk\w+|limit\w*|uzytkownik\w*)( \S+)? (do |dla )?(wysylk\w*|wysylan\w*|wychodzac\w*|nadawcz\w*)/,
      /\b(pour (l'envoi|envoyer)|para ([eo]l? )?(envio|enviar)|all'invio|per (l'invio|inviare|spedire)|zum (versand|senden|versenden)|voor (het )?(verzenden|versturen)|om te (verzenden|versturen)|waarmee (\S+ )?(verzonden|verstuurd)|used (to send|for sending)|do wysylk\w*|do wysylania)\b/,
      /\b(may|must) not (send|post|submit)\b|\b(you|users?|accounts?) (can ?not|can't) (send|post)\b(?! (\S+ )?to\b)|\bsending (is )?(refused|denied)|\bdarf nicht (senden|versenden)|\bne peut pas envoyer|\bno puede enviar|\bnon puo (inviare|spedire)|\bnao pode enviar|\bmogen? niet (verzenden|versturen)|\bnie moze wysylac|(用户|用戶|使用者)不[能得](发|發)送/,
      /送信(用|に(使|用|利)|アカウント|制限|上限|容量)|用[于於](发|發|寄)|(发送|發送|发信|發信|寄信|外发)(帐号|账号|帳號|邮箱|用户|频率|限制|上限|数量|配额)/,
    ],
    examples: [
      "550 Compte d'envoi suspendu",
      '550 Cuenta de envío bloqueada',
      '550 Konto zum Versand gesperrt',
      '550 Account di invio disabilitato',
      '550 Conta de envio bloqueada',
      '550 Account voor verzenden geblokkeerd',
      '550 Konto do wysyłki zablokowane',
      '550 送信アカウントは停止されています',
      '550 发送账号不存在',
      '550 Account disabled for outgoing mail',
      '550 Outgoing mail quota exceeded for this account',
      '550 The account user@example.org used to send this does not exist',
      '550 送信に使用したアカウントは存在しません',
      '550 用于发信的账户不存在',
      '550 Mailing list: unknown subscriber may not post',
      '550 Unbekannter Benutzer darf nicht senden',
    ],
  },
  ...LOG_IN,
  {
    id: 'other-thing.machine',
    outcome: 'policy',
    codes: ['4', '5'],
    says: [
      /\b(add?res\w*|direccion|indirizzo|endereco)\W+((?!relay)\w+\W+)?%ip|%ip\W+(unknown|invalid|not found|does not exist|inconnue?|invalide|unbekannt|ungultig|descon\w+|inval\w+|sconosciut\w+|onbekend|ongeldig|nieznan\w+|bledn\w+)/,
      /\b(?<!%)(host|server|domain|ip|mac|network|mx|helo|remote|peer|client)( ?name)?('?s)?[- ]?(ip )?address|\baddress (literal|family)\b|\b(server|host|domain|rechner|netzwerk|netz)-?adress|\b(adresse?|direccion|indirizzo|endereco|adres) (\S+ )?(du |de l'|d'|del |de |do |da |dell'|van de |van het )?(serveur|hote|domaine|servidor|host|dominio|server|domein|serwera|hosta|domeny|client|cliente)\b|adresse des (clients?|servers?|hosts?|rechners)\b|\b(in|im|into|dans le|en|nel|no|w) dns\b|(サーバー?|ホスト|ドメイン)の?アドレス|(服务器|主机|域名|伺服器)的?(地址|ip)/,
      /\bcertifica{1,2}[dt]\w*|zertifikat|certyfikat|証明書|证书|證書|\btable \W?users?\b|\b(unknown|invalid|bad) (user|recipient|account)s? (connect|host|server)|\bconnections? (from|by) (an? )?(unknown|invalid)/,
      /\b(domain|hosting|reseller|service)( name)? account\b|\b(database|sql|ldap|auth|backend|system|certificate|bind|service|proxy|daemon|look-?up) (user|account)|\bgateway account\b/,
      /\b(servers?|hosts?|database|backend|store) (is |was |are )?(currently )?(unavailable|not available|full)\b|\b(servers?|hosts?) for \S+ (is |was )?(not found|unknown)|\b(session|parameter|signature|token|license|database|backend) (is |was )?(not found|unknown|invalid|does ?n[o']t exist)\b/,
      OTHER_SAID,
      /\b(message|mail|envelope) (has|had|contains) no\b/,
      /\bin (the )?(to|cc|bcc|subject|headers?)\b:?( (field|line|header))?\W*$/,
      /nie znaleziono domeny|(?<![本该此这這])(域名|网域|網域|服务器|伺服器|主机)(?![上中内裡里])[^。.,:：，]{0,4}(不存在(?![此该這这])|无效|無效|找不到|错误|未知)|(ドメイン|サーバー?|ホスト)(?![ーにで上]|の(?:ユーザ|アカウント|メールボックス|メールアドレス|利用者))[^。]{0,6}(存在し|見つか|無効|不明)|(无效|無效|错误|未知|非法)的?(邮件(?!地址|人)|郵件(?!地址)|命令|参数|服务器|域名|客户端)|\bmx (of|for|record)/,
    ],
    examples: [
      '550 unknown address 192.0.2.1',
      '550 Adresse abgelehnt: Domain nicht gefunden',
      '550 邮箱域名不存在',
      '550 メールアドレスのドメインが存在しません',
      '550 invalid address: 192.0.2.1',
      '550 The address 192.0.2.1 does not exist in DNS',
      '550 Address not found in DNS',
      '550 host address not found',
      '550 Adresse 192.0.2.1 inconnue',
      '550 Adresse du serveur invalide',
      '550 Serveradresse unbekannt',
      '550 Dirección del servidor no válida',
      '550 サーバーのアドレスが見つかりません',
      '550 服务器地址无效',
      '550 Connection from unknown user',
      '550 Mailbox server unavailable',
      '550 user certificate unknown',
      '550 Message has no valid recipient address in To',
      '550 Mailbox lookup: table user does not exist',
      '550 remote address not found',
      '550 Servidor de correo desconocido',
      '550 Domain account suspended',
    ],
  },
  {
    // The address is the one asked for; what is wrong is another thing, named after it.
    id: 'other-thing.after-address',
    outcome: 'policy',
    codes: ['4', '5'],
    says: [
      /^\W*<?@>?\W+(?:in-?valid|illegal|wrong|incorrect|missing|bad|malformed|unknown|undefined) (?:(?!user|rec[ei]|rcpt|add?res|mail ?box|account|alias|e-?mail|local|destination|name|or\b|in\b)[^\s.,:;!?]+ ){0,4}?(?:records?|headers?|attachments?|sessions?|tls|ssl|dns|ciphers?|signatures?|formats?|contents?|body|subject|dates?|encoding|charset|mime|sequence|protocol|version|parameters?|arguments?|tokens?|keys?|credentials?|passwords?|messages?)\b/,
    ],
    examples: [
      '550 <user@example.com>: Invalid DNS MX or A/AAAA resource record',
      '550 <user@example.com>: Missing Date header',
      '550 <user@example.com>: Illegal attachment',
      '550 <user@example.com>: Invalid session',
    ],
  },
  WHO_WRITES,
  FOR_SOME_ONLY,
  NONE_AT_ALL,
  NOT_ASSERTED,
  PART_OF_MAILBOX,
  {
    id: 'other-thing.subject',
    outcome: 'policy',
    codes: ['4', '5'],
    says: [ANOTHER_SUBJECT, ANOTHER_OBJECT, IN_NO_GROUP, ANOTHER_SUBJECT_ASIA],
    examples: [
      '550 The domain does not belong to any user',
      "550 Le domaine n'est rattaché à aucun compte",
      '550 Der Hostname gehört zu keinem Konto',
      '550 El archivo no pertenece a ningún usuario',
      '550 Il file non corrisponde a nessun account',
      '550 O servidor não está associado a nenhuma conta',
      '550 De opdracht is aan geen enkel account gekoppeld',
      '550 Plik nie należy do żadnego użytkownika',
      '550 El servidor del destinatario no está configurado',
      '550 受信者のルールは定義されていません',
      '550 主机名不属于任何用户',
    ],
  },
  {
    // What is said right after the refusal of a recipient, and of something else: "User rejected: IP locked".
    id: 'other-thing.stopped',
    outcome: 'policy',
    codes: ['4', '5'],
    says: [OTHER_STOPPED],
    examples: [
      '550 Recipient rejected: host suspended',
      '550 Destinataire refusé : IP bloquée',
      '550 Empfänger abgelehnt: Domain gesperrt',
      '550 Destinatario rechazado: conexión cerrada',
      '550 Destinatario rifiutato: dominio bloccato',
      '550 Destinatário rejeitado: servidor bloqueado',
      '550 Ontvanger geweigerd: server geblokkeerd',
      '550 Odbiorca odrzucony: domena zablokowana',
      '550 收件人被拒绝: 服务器被锁定',
      '550 受信者拒否: ドメインは停止されています',
    ],
  },
  {
    // Whom they do not know is us.
    id: 'other-thing.you-are-unknown',
    outcome: 'policy',
    codes: ['4', '5'],
    says: [
      /\byou are (\S+ )?unknown|\bvous etes (\S+ )?inconnue?s?\b|\b(usted|ud\.?) es (\S+ )?desconocid|\blei e (\S+ )?sconosciut|\bvoce e (\S+ )?desconhecid|\bu bent (\S+ )?onbekend|\b(sa panstwo|jest pani?) (\S+ )?nieznan|\byou are not (\S+ )?(registered|known|enrolled)|\b(assigned|belongs?|linked|known) to you\b|\bdo(es)? ?n[o']t know you\b|\bvous n'etes (pas|plus) (\S+ )?(connue?s?|enregistree?s?|inscrite?s?|autorisee?s?|repertoriee?s?)|\bne vous connai\w+ pas|\bsie sind (\S+ ){0,3}?(nicht |un)(bekannt|registriert|berechtigt|befugt|eingetragen|gelistet|verzeichnet|hinterlegt|erfasst|aufgefu?e?hrt)|\bkenn(t|en) (sie|dich|euch) (\S+ )?nicht|\b(usted|ud\.?) no (es|esta|figura|consta|aparece)|\b(destinatario|usuario) no (lo|la|le|te|os|les) (re)?conoce\b|\blei non (e (?!nella|nell|in\b)|risulta|figura)|\b(destinatario|utente) non (la|lo|vi|ti) (conosce|riconosce)\b|\bvoce nao (e|esta|consta|figura|aparece)|\b(destinatario|usuario|utilizador) nao (o|a|te|lhe|os) (re)?conhece\b|\bkent (u|je|jou|jullie) niet|\bkennen (u|jou|jullie) (\S+ )?niet|\b(u bent|je bent|jij bent) (\S+ ){0,2}?niet (\S+ )?(bekend|geregistreerd|aangemeld)|\bnie zna (ciebie|cie|pana|pani|panstwa)|\bnie (jestes|sa panstwo|jest pani?) (\S+ )?(znan|zarejestrowan|uprawnion)|お客様は[^。]{0,10}(登録され|存在し|未登録)/,
    ],
    examples: [
      '550 The account is not assigned to you',
      "550 Vous n'êtes pas connu de cet utilisateur",
      '550 Der Empfänger kennt Sie nicht',
      '550 El destinatario no lo conoce',
      '550 Lei non è noto al destinatario',
      '550 Você não consta da nossa lista de usuários',
      '550 De ontvanger kent u niet',
      '550 Odbiorca nie zna Ciebie',
      '550 お客様は登録されていません',
      '550 The user never wrote to you, you are unknown here',
      "550 L'utilisateur ne vous a jamais écrit, vous êtes inconnu ici",
    ],
  },
  {
    // Who has no account here is the one spoken to, who is us.
    id: 'other-thing.you-have-none',
    outcome: 'policy',
    codes: ['4', '5'],
    says: [
      /\byou (have no|(do ?n[o']t|no longer) have)( an?| any)? (\S+ )?(accounts?|mail ?box(es)?)\b|\b(vous|tu) (n'avez|n'as|ne (possedez|disposez)) (\S+ )?(pas|plus|aucun)\b|\b(sie haben|sie besitzen|ihr habt|du hast) (\S+ ){0,2}?kein\w* (\S+ )?\S{0,20}(konto|postfach|account|mailbox)\b/,
      /\b(usted|ud|tu|vosotros) no (tiene|tienes|dispone|posee)\w*|\b(lei non ha|non (hai|avete)) (\S+ )?(account|casella|mailbox|utente|utenza)\b|\b(voce|tu|o senhor) nao (tem|tens|possui|dispoe)\b|\b(u|je|jij|jullie) (heeft|hebt|hebben|bezit) (\S+ ){0,2}?geen (\S+ )?\S{0,10}(account|mailbox|postvak|adres)\b|\bnie (masz|posiadasz) (\S+ )?(kont|skrzyn)/,
      /[您你](没有|沒有|未有|尚无|还没有).{0,12}(账|帐|帳|邮箱|郵箱|信箱|用户)|お客様の(アカウント|メールボックス).{0,12}(あり|存在し|ござい)/,
    ],
    examples: [
      '550 You do not have an account on this server',
      "550 Vous n'avez pas de compte sur ce serveur",
      '550 Sie haben kein Konto auf diesem Server',
      '550 Non hai un account qui',
      '550 U heeft geen account op deze server',
      '550 Nie masz konta na tym serwerze',
      '550 您没有本服务器的账号',
    ],
  },
  {
    // A whole domain that is no customer, which a mailbox of it need not be the reason for.
    id: 'other-thing.account-of-domain',
    outcome: 'relay_denied',
    codes: ['4', '5'],
    says: [
      /\b(no|any|an|have|find) (?!such )(\S+ )?(accounts?|customers?|clients?|subscriptions?|contracts?|licen[cs]es?)( exists?| found| configured| set ?up| available)? for (this|that|your|the|its) (\S+ )?(domain|company|organi[sz]ation)\b/,
      /\b(domain|domaine|dom(a|ae)ne|dominio|domein|domena|host|hote|organi[sz]ation|company|entreprise|firma|empresa|azienda|bedrijf)( %host)? (has no|does ?n[o']t have|n'a (pas|plus|aucun)|ne (dispose|possede) (pas|plus)|(hat|besitzt) (\S+ )?kein\w*|no (tiene|posee|dispone de)|non (ha|possiede|dispone di)|nao (tem|possui|dispoe de)|(heeft|bezit) (\S+ )?geen|nie (ma|posiada)) (an? |any |une? |de |d'|d'une? |una |uma )?(\S+ )?(accounts?|address|mailbox account|comptes?|adresse|bo.{1,3}tes?|konto|konten|postf(a|ae)ch\w*|cuentas?|buzon(es)?|casell[ae]|contas?|caixas?|mailboxen|konta|kont|skrzyn\w+)\b(?! (\S+ )?(named|called|by|@|<|with(?! us)|nomm|appel|namens|mit|con|com|chamad|met|o nazwie))/,
      /\b(comptes?|bo.{1,3}tes?|messageries?|adresses?)( \S+){0,2} pour (ce|ces|votre|le) domaine|(konto|konten|accounts?)( \S+){0,2} f(u|ue)r (diese|die|ihre|deine) dom(ain|ane|aene)\b|\bcuentas?( \S+){0,2} para (este|ese|el|su|tu) dominio|\b(account|utenz[ae])( \S+){0,2} per (questo|quel|il|il (suo|tuo|vostro)) dominio/,
      /\bcontas?( \S+){0,2} para (este|esse|o|seu|o seu) dominio|\baccounts?( \S+){0,2} voor (dit|dat|het|uw|je|jouw) domein|\bkont[ao]?( \S+){0,2} dla (tej|tego|twojej|panstwa) domeny/,
      /([该该此這这]|您的)(域名|网域|網域)(没有|沒有|尚无|无|未开通)(账户|账号|帐号|帐户|帳號|帳戶)/,
    ],
    examples: [
      '550 5.7.1 We do not have an account for this domain',
      '550 Pas de compte pour ce domaine',
      '550 The domain has no account here',
      "550 Le domaine n'a pas de compte chez nous",
      '550 Die Domain hat kein Konto bei uns',
      '550 Kein Konto für diese Domain',
      '550 No hay cuenta para este dominio',
      '550 Nessun account per questo dominio',
      '550 Nenhuma conta para este domínio',
      '550 Geen account voor dit domein',
      '550 Brak konta dla tej domeny',
      '550 该域名没有账户',
    ],
  },
  {
    id: 'other-thing.acquaintance',
    outcome: 'policy',
    codes: ['4', '5'],
    says: [
      /\b((in|on) (?!our )(\S+ ){0,3}?(address ?book|contact list)|(his|her|their|'s) contacts|access list|white ?list|allow(ed)? ?list|safe ?list|friends? list|approved (senders?|list))|liste blanche|lista (blanca|branca)|白名单|白名單|\b(positiv|freigabe|erlaubnis|zulassungs|allow|weisse|white) ?-?liste/,
      // Who is unknown may not write: "no mail from strangers".
      /\b(mail|messages?) from (\S+ )?(unknown|strangers)\b|\b(messages?|courriels?|courrier|mails?) (\S+ )?(de |d')((personnes|correspondants|gens|adresses) )?inconnue?s?\b|\b(nachrichten|mails?|e-mails|post) (\S+ )?(von )?(unbekannten?|unbekannter|fremden?|fremder)\b|\b(mensajes|correos?|e-?mails?) (\S+ )?de (\S+ )?(desconocid[oa]s|extranos)\b|\b(messaggi|posta|e-?mail) (\S+ )?d[ai] (\S+ )?(sconosciut[ie]|estranei)\b|\b(mensagens|e-?mails?|correio) (\S+ )?de (\S+ )?(desconhecid[oa]s|estranhos)\b|\b(mail|berichten|post|e-mails?) (\S+ )?van (\S+ )?(onbekenden?|vreemden)\b|\b(poczty|wiadomosci|maili) (od|z) (\S+ )?(nieznan\w+|nieznajom\w+|obcych)/,
      /\b(?<!(?:address|recipient|user) (?:isn't|is not) in my )list of (\S+ )?(allowed|authori[sz]ed|permitted|approved|accepted|trusted) (senders?|address\w*|users?|recipients?|contacts?)|\bliste des? \S+ (autorise|admis|permis|accepte)|\bliste der (\S+ )?(erlaubt|zugelassen|zulassig|freigegeben|berechtigt)|\blista (permitida|autorizada|de (permitidos|autorizados))\b|\blista de \S+ (permitid|autorizad|admitid|aceptad|aceit)|\b(elenco|lista) de\w+ (\S+ )?(autorizzat|ammess|consentit|permess)|\blijst (van|met) (\S+ )?(toegestane|toegelaten|geautoriseerde)|\bliscie (\S+ )?(dozwolon|uprawnion|autoryzowan)|许可(的)?(名单|列表)|允许的?(地址|收件人|用户|发件)?(列表|名单)|許可リスト|(登録|許可)されていない.{0,8}(アドレス|ユーザー?|アカウント|方)から|(未登録の|不明な|未知の)(アドレス|ユーザー?|アカウント|方)から|来自(未知|陌生|不明)/,
      ADDRESS_BOOK,
      /\binternal (use|users|mail|e-?mail) only|only for internal use|for internal use only/,
      /\b(external|internal|outside|externen?|externes|externe[rs]?|exterieurs?|interne[rs]?|externos?|exteriores|estern[oie]|zewnetrzn\w+) (mails?|e-?mails?|messages?|sources?|nachrichten|absender|mensajes|correos?|messaggi|mensagens|berichten|wiadomosci|users? only|adresses?|addresses|domains?)|外部(邮件|郵件|メール)/,
      /\b(bloque|bloquea[dt]o|bloccato|rejete|refuse|rechazado|rifiutato|recusado|geblokkeerd|geweigerd|zablokowan\w+|odrzucon\w+) (par|por( el| la)?|pelo|dal|door|przez) (le |de )?(destinat\w+|utilisateur|usuario|utente|ontvanger|gebruiker|odbiorc\w+|uzytkownik\w*)|\b(vom|durch den) (empfanger|empfaenger|benutzer|nutzer) (blockiert|gesperrt|abgelehnt|verweigert)/,
    ],
    // Some call the directory of their own users so.
    unless: [/\bname (&|and) address book|usuario inexistente|\brubrica (ldap|aziendale|interna)/],
    examples: [
      "550 You are not in the recipient's address book",
      '550 Recipient does not exist in your address book',
      "550 Vous n'êtes pas dans le carnet d'adresses du destinataire",
      '550 Lei non è nella rubrica del destinatario',
      '550 Sie stehen nicht im Adressbuch des Empfängers',
      '550 您不在收件人的通讯录中',
      '550 Postfach für externe Nachrichten gesperrt',
      '550 Bloqueado por el destinatario',
      '550 5.1.1 Vom Empfänger blockiert',
      "554 Le destinataire n'accepte pas le courrier d'adresses inconnues",
      '554 受信者は不明なアドレスからのメールを受け付けません',
      '554 收件人不接收来自未知地址的邮件',
    ],
  },
];
