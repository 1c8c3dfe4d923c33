import type { Rule } from '../rule.ts';

/** What else a reply may find unknown or invalid. */
const OTHER =
  '(?:(?:mail|ziel)?(?:server|rechner|domain)|hosts?|serveur|hote|servidor|serwer|domaine|dominio|domein|domena|clients?|cliente|klient|message|messaggio|mensaje|mensagem|nachricht|bericht|wiadomosc|contenu|contenuto|contenido|conteudo|inhalt|inhoud|tresc|header|en-?tete|kopfzeile|cabecera|cabecalho|format|formato|commande|comando|befehl|opdracht|polecenie|piece jointe|anhang|adjunto|allegato|anexo|bijlage|zalacznik)';
const SAID =
  "(?:in-?valid\\w*|un(?:gu|gue)ltig\\w*|ongeldig\\w*|nieprawidlow\\w*|niepoprawn\\w*|bledn\\w+|incorr\\w+|fehlerhaft\\w*|unknown|inconnue?|unbekannt\\w*|descon\\w+|sconosciut\\w+|onbekend\\w*|nieznan\\w+|introuvable|inexist\\w+|inesist\\w+|n'existe|does ?n[o']t exist|existiert nicht|bestaat niet|(?:no|non|nao|not|nicht|niet|nie|pas) (?:valid\\w*|gultig|geldig|esist\\w*|existe|encontrad\\w*|trovat\\w*|found|gefunden|gevonden|istnieje|znalezion\\w+|trouvee?))";
/** On this server a user may be unknown: then it is no server that is. */
const NOT_WHERE =
  '(?<!\\b(?:diesem|dieser|unserem|unserer|auf|im|in|ce|notre|nos|este|ese|nuestro|el|questo|nostro|deste|neste|nosso|deze|onze|tym|naszym|this|our|local|the|on) )';
const OTHER_SAID = new RegExp(
  `\\b${NOT_WHERE}${OTHER}(?: (?:est|ist|es|e|is|jest|de \\S+|mail|pocztowy|di posta|wurde))? ${SAID}|\\b${SAID} ${OTHER}\\b`,
);

/** What there may be of mailboxes, kept with them, or said with their name. */
const PART =
  '(?:tables?|maps?|lists?|books?|records?|databases?|stores?|back-?ends?|drivers?|managers?|servers?|quotas?|limits?|groups?|types?|behaviou?rs?|inputs?|log-?ins?|agents?|polic(?:y|ies)|tokens?|sessions?|mx)';
const OF_MAILBOX = '(?:user|recipient|mail ?box|account|address|e-?mail)';
const PART_SAID = new RegExp(
  `\\b${OF_MAILBOX} ${PART} (?:(?:is|was|are|does) )?(?:not|unknown|invalid|missing|unavailable|down)\\b|\\b(?:unknown|invalid|wrong|bad|un-?recogni[sz]ed|incorrect|undefined) ${OF_MAILBOX} ${PART}\\b`,
);

/**
 * Sentences built like those on a mailbox, whose thing is another: what is ours, a log-in, a machine,
 * a list of friends. They stand before the first sentence on a mailbox and keep it from them.
 */
export const NOT_THE_MAILBOX: readonly Rule[] = [
  {
    id: 'other-thing.sending',
    outcome: 'sender_rejected',
    codes: ['4', '5'],
    says: [
      /\b(smtp|from|client) (account|user)s?\b|\b(sending|outgoing|outbound|submission) (e-?mail |mail )?(account|mailbox|user|address|privilege)|\b(account|mailbox|user|address)( \S+){0,3} (for|from) (sending|relaying|outgoing|outbound|submission)\b/,
      /\b(compte|boite|adresse|utilisateur|quota|limite)( \S+)? (d'|de l'|en |pour l'|a l')(envoi|emission|expedition)/,
      /\b(versand|sende|absende)(konto|adresse|account|postfach|benutzer|limit|kontingent|quote)|\b(konto|postfach|benutzer|account)\w* .{0,12}\b(zum|fur den|fuer den|am|im) (versand|senden|versenden)\b/,
      /\b(cuenta|buzon|cuota|limite|direccion|usuario|conta|caixa|cota|quota|endereco)( \S+)? (de|para|para el|del) (envi(o|ar)|salida|saida)/,
      /\b(account|casella|utente|quota|limite)( \S+)? (di|per l'|per|in|all') ?(invio|uscita|spedizione)/,
      /\b(account|mailbox|adres|gebruiker|limiet|quotum)( \S+)? (voor|van) (het )?(verzenden|versturen|uitgaande)|\bverzend(account|adres|limiet|quotum)/,
      /\b(konto|kont[ao]|skrzynk\w+|limit\w*|uzytkownik\w*)( \S+)? (do |dla )?(wysylk\w*|wysylan\w*|wychodzac\w*|nadawcz\w*)/,
      /\b(pour (l'envoi|envoyer)|para (el )?(envio|enviar)|all'invio|per (l'invio|inviare|spedire)|zum (versand|senden|versenden)|voor (het )?(verzenden|versturen)|om te (verzenden|versturen)|do wysylk\w*|do wysylania)\b/,
      /\b(may|must) not (send|post|submit)\b|\b(you|users?|accounts?) (can ?not|can't) (send|post)\b(?! (\S+ )?to\b)|\bsending (is )?(refused|denied)|\bdarf nicht (senden|versenden)|\bne peut pas envoyer|\bno puede enviar|\bnon puo (inviare|spedire)|\bnao pode enviar|\bmogen? niet (verzenden|versturen)|\bnie moze wysylac|(用户|用戶|使用者)不[能得](发|發)送/,
      /送信(用|アカウント|制限|上限|容量)|(发送|發送|发信|發信|寄信|外发)(帐号|账号|帳號|邮箱|用户|频率|限制|上限|数量|配额)/,
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
      '550 Mailing list: unknown subscriber may not post',
      '550 Unbekannter Benutzer darf nicht senden',
    ],
  },
  {
    id: 'other-thing.log-in',
    outcome: 'policy',
    codes: ['4', '5'],
    says: [
      /\b(please|must|first|to) log ?(in|on)\b|\b(angemeldet|anmelden|eingeloggt|sesion|connectee?|connecter|aangemeld|ingelogd|inloggen|zalogow\w*)\b|\bautenti[cf]|\bauthentifi|uwierzytel|\banmeldung|failed log-?ins?\b|\byou log ?in\b|\b(please|must|first|to) (register|sign up)\b|\bregistration (is )?required|\byou are not (registered|known)|\byou('re| are) not (an? )?(\S+ )?(user|member|subscriber|customer)/,
      /\b(pass ?words?|credentials?|log[- ]?in (name|failed|first|required|denied|incorrect|invalid)|logged in|not logged)\b|\b(mot de passe|passwort|kennwort|contrasen[ay]\w*|palavra-passe|senha|wachtwoord\w*|hasl[oae]|identifiants?)\b|パスワード|ログイン|认证|認證|密码|密碼|(?<!未|没有|没|沒有)(登录|登錄|登入)|парол|비밀번호|로그인/,
      /\b(for|pour|fur|fuer|para|per|voor|dla) (this|ce|diesen|este|questo|deze|tej) (service|dienst|servicio|servizio|servico|uslugi)\b/,
    ],
    examples: [
      '535 5.7.8 Invalid user name or password',
      '550 Utilisateur ou mot de passe incorrect',
      '550 Benutzername oder Passwort falsch',
      '550 Usuario o contraseña incorrectos',
      '550 Utente o password errati',
      '550 Usuário ou senha inválidos',
      '550 Onbekende gebruiker of wachtwoord onjuist',
      '550 Nieprawidłowy użytkownik lub hasło',
      '550 用户名或密码错误',
      '550 ユーザー名またはパスワードが間違っています',
      '550 Usuario no válido para este servicio',
      '550 Autenticazione fallita: utente sconosciuto',
    ],
  },
  {
    id: 'other-thing.log-in-code',
    outcome: 'policy',
    codes: ['534', '535', '538'],
    examples: ['535 No such user'],
  },
  {
    id: 'other-thing.machine',
    outcome: 'policy',
    codes: ['4', '5'],
    says: [
      /\b(add?res\w*|direccion|indirizzo|endereco)\W+((?!relay)\w+\W+)?%ip|%ip\W+(unknown|invalid|not found|does not exist|inconnue?|invalide|unbekannt|ungultig|descon\w+|inval\w+|sconosciut\w+|onbekend|ongeldig|nieznan\w+|bledn\w+)/,
      /\b(?<!%)(host|server|domain|ip|mac|network|mx|helo|remote|peer|client)( ?name)?('?s)?[- ]?(ip )?address|\baddress (literal|family)\b|\b(server|host|domain|rechner|netzwerk|netz)-?adress|\b(adresse?|direccion|indirizzo|endereco|adres) (\S+ )?(du |de l'|d'|del |de |do |da |dell'|van de |van het )?(serveur|hote|domaine|servidor|host|dominio|server|domein|serwera|hosta|domeny|client|cliente)\b|adresse des (clients?|servers?|hosts?|rechners)\b|\b(in|im|into|dans le|en|nel|no|w) dns\b|(サーバー?|ホスト|ドメイン)の?アドレス|(服务器|主机|域名|伺服器)的?(地址|ip)/,
      /\bcertifica[dt]\w*|zertifikat|certyfikat|証明書|证书|證書|\btable \W?users?\b|\b(unknown|invalid|bad) (user|recipient|account)s? (connect|host|server)|\bconnections? (from|by) (an? )?(unknown|invalid)/,
      /\b(domain|hosting|reseller|service)( name)? account\b|\b(database|sql|ldap|auth|backend|system|certificate) user\b/,
      /\b(servers?|hosts?|database|backend|store) (is |was |are )?(currently )?(unavailable|not available|full)\b|\b(servers?|hosts?) for \S+ (is |was )?(not found|unknown)|\b(session|parameter|signature|token|license|database|backend) (is |was )?(not found|unknown|invalid|does ?n[o']t exist)\b/,
      OTHER_SAID,
      PART_SAID,
      /\b(message|mail|envelope) (has|had|contains) no\b/,
      /\bin (the )?(to|cc|bcc|subject|headers?)\b:?( (field|line|header))?\W*$/,
      /nie znaleziono domeny|(?<![本该此这這])(域名|网域|網域|服务器|伺服器|主机)(?![上中内裡里])[^。.,:：，]{0,4}(不存在(?![此该這这])|无效|無效|找不到|错误|未知)|(ドメイン|サーバー?|ホスト)(?![ーにで上])[^。]{0,6}(存在し|見つか|無効|不明)|(无效|無效|错误|未知|非法)的?(邮件(?!地址|人)|郵件(?!地址)|命令|参数|服务器|域名|客户端)|\bmx (of|for|record)/,
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
      '550 Mailbox driver not found',
      '550 Address book not found',
      '550 Message has no valid recipient address in To',
      '550 Mailbox lookup: table user does not exist',
      '550 remote address not found',
      '550 Servidor de correo desconocido',
      '550 Domain account suspended',
    ],
  },
  {
    id: 'other-thing.acquaintance',
    outcome: 'policy',
    codes: ['4', '5'],
    says: [
      /\b((in|on) (\S+ ){0,3}?(address ?book|contact list)|(his|her|their|'s) contacts|access list|white ?list|allow(ed)? ?list|safe ?list|friends? list|approved (senders?|list))|carnet d'adresse|liste blanche|adress?b(uch|oek)|kontaktliste|libreta de direcciones|lista blanca|\brubrica\b|lista de contatos|lista branca|catalogo de enderecos|ksiazce adresowej|アドレス帳|通讯录|通訊錄|白名单|白名單/,
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
      '550 Postfach für externe Nachrichten gesperrt',
      '550 Bloqueado por el destinatario',
      '550 5.1.1 Vom Empfänger blockiert',
    ],
  },
];
