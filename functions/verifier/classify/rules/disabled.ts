import type { Rule } from '../rule.ts';

import { saidOf } from './either-order.ts';
import { MAILBOX } from './mailbox-words.ts';

/** Sentences on what an account of ours may do, or on why a message was stopped. */
const ANOTHER_ACCOUNT = [
  // What is refused first is the service, to us: the account is then ours.
  /^\W*(?:\S{1,3} )?(?:(?:service|dienst|servicio|servizio|servico|usluga)\b[^.;:]{0,14} (?:unavailable|(?:not|nicht|no|non|niet) (?:available|verf\w+|disponib\w+|beschikbaar)|denied|refused|indispon\w+|niedostepn\w+)\b|サービスは利用でき|(?:服务|服務)(?:当前|目前|暂时|暫時)?不可用)/,
  /\b(sending|outgoing|outbounds?|inbounds?|submission|relay\w*|authenticat\w*|smtp auth|vrfy|expn|your (account|mailbox|e-?mail|login|smtp|user)|another (process|session)|billing|to send (again|e-?mails?|mails?|messages)|used to (connect|send|log))\b/,
  /\b(autre|anderen?|otr[oa]|altr[oa]|outr[oa]|inny|inna|innego) (process\w*|prozess\w*|proces\w*|sessi\w+|sitzung|sesi?[oj]\w*|sessao)|(他の|别的|其他|其它)(プロセス|セッション|进程|進程|会话)/,
];

/** What was stopped and then deleted is gone. */
const GONE =
  /\b(?:and|et|und|y|e|i|en) (?:\S+ ){0,2}?(?:deleted|removed|purged|supprimee?|geloscht|geloescht|elimin\w+|borrad[oa]|cancellat[oa]|rimoss[oa]|removid[oa]|apagad[oa]|excluid[oa]|verwijderd|gewist|usunie\w+|skasowan\w*|n'existe plus)|[・、，并且及]+(?:已|被)*(?:删除|刪除|削除)/;

const DISABLED_WORDS = [
  /\b(?:(?:e?mail|user)-?)?(mail ?box|account|user|user ?name|employee|recipient|address|addressee|inbox|alias|customer|subscriber|member)( name)?( <?@>?)?( (?!verification|verify|connection|session|transaction|channel|list|certificate|message|server|service|domain|access)\S+){0,8}? ?\b(disabled|inactive|in-?activated|de-?activated|suspended|locked|isblocked|closed|terminated|discontinued|expired|frozen|not (yet )?activated?|not active|no longer (active|in use|in service|monitored)|on hold|archived|retired|hangup|unsubscribed|dormant)\b/,
  /\b(disabled|inactive|de-?activated|suspended|locked|closed|terminated|discontinued|expired|frozen|archived|dormant) (e-?mail |mail |user )?(mail ?box|account|user|recipient|address|inbox|alias)\b/,
  /^(\W{0,20}|\S{0,64}[\d._'">)@]\S{0,64} (is (now )?)?)(disabled|inactive|deactivated|discontinued|suspended)\b|\breceiving (is )?disabled\b|\b(user|account|owner) \S+ (should|must|has to) log ?in to enable\b/,
  /\b(account|mail ?box)( is| was| has been)? blocked\b/,
  /\b(distribution|mailing)[- ]list( <?@>?)? (is |was |has been )?(not active|inactive|disabled|deactivated)\b|suspend the service|no (recipient|user|account|mail ?box) activity|\bsuspended (mail |e-?mail )?delivery (for|to|of) (this|the|that|his|her) (account|mail ?box|address)\b/,
  // Long without anybody coming to read it.
  /\b(mail ?box|account|user|recipient|owner|address|inbox)( <?@>?)?( has| was| is)?( ?n[o']t| not) (been )?(entered|used|accessed|opened|checked|read|visited|logged (in|on))\b[^.:;,]{0,20} (for|in|during|since|within|over) (the )?(last |past |more than |over )?(\d+|an?|one|two|three|six|nine|twelve|several|many) (days?|weeks?|months?|years?)\b/,
  // It sends, and takes nothing in. Under its own code, that is the same as not being there.
  /\b(address|mail ?box|account)( <?@>?)? (does ?n[o']?t|does not|can ?not|can't|is (not able|unable) to) (accept|receive|take) (any )?(incoming|inbound) (e-?)?(mails?|messages)\W*$/,
];

/** That mail comes to a mailbox too fast, which is no pace of ours. */
const RECEIVING =
  '(?:is|are|was) (?:receiving|getting)|receives|recoit|erhalt|empfangt|bekommt|recib\\w+|ricev\\w+|receb\\w+|ontvangt|krijgt|odbiera|otrzymuje';
const TOO_FAST =
  'too (?:quickly|fast)|at a rate|trop (?:rapidement|vite|frequemment|souvent)|a un rythme|zu (?:schnell|rasch|haufig|haeufig)|in einer geschwindigkeit|demasiado (?:rapido|rapidamente|deprisa|a menudo|seguido)|a (?:un ritmo|una velocidad|una frecuencia)|troppo (?:rapidamente|velocemente|spesso|in fretta)|(?:a|con) una? (?:velocita|frequenza|ritmo)|(?:muito|demasiado) (?:rapid\\w+|depressa)|rapid\\w+ demais|(?:a|em) uma? (?:taxa|ritmo|velocidade|frequencia)|te (?:snel|vaak)|in een tempo|met een snelheid|(?:zbyt|za) (?:szybko|czesto)|w tempie';
export const RECEIVING_TOO_MUCH = [
  new RegExp(
    `\\b(?:users?|mail ?box|inbox|recipient|utilisateur|destinataire|(?:be)?nutzer|empf(?:a|ae)nger|postfach|usuario|destinatario|buzon|utente|casella|utilizador|caixa|gebruiker|ontvanger|geadresseerde|uzytkownik|odbiorca|adresat|skrzynka)\\b[^.]{0,70}?(?<! (?:no|ne|non|nao|nie)) (?:${RECEIVING})\\b(?! (?:nicht|niet|pas)\\b)[^.,;:]{0,40}? (?:${TOO_FAST})\\b`,
  ),
  /(?:宛先|受信者|ユーザー?)[^。]{0,20}(?:速い|速すぎる|早い|早すぎる|高い)(?:ペース|速度|頻度|レート)で[^。]{0,10}受信/,
  /(?:用户|用戶|使用者|收件人|收件者)(?:目前|正在|当前|當前)*(?:接收|收取)[^。]{0,10}(?:过于频繁|過於頻繁|过快|過快|频率过高|頻率過高|大量(?:邮件|郵件|电子邮件|電子郵件))/,
];

/** There is a mailbox, and it takes more mail than its server likes. */
export const RECEIVING_TOO_FAST: readonly Rule[] = [
  {
    id: 'receiving-too-fast',
    outcome: 'receiving_too_fast',
    codes: ['4', '55'],
    says: [
      /receiving mail at a rate/,
      ...RECEIVING_TOO_MUCH,
      /\b(mail ?box|inbox)( <?@>?)? (has |is |was )?(received|receiving|getting|got) too (much|many) (e-?mails?|mails?|messages)( \S+)? (in|within|over|during) (a|the|too) (\S+ )?(short|brief|last|past|little)\b/,
    ],
    cites: [/\?p=receivingrate/],
    examples: [
      '450-4.2.1 The user you are trying to contact is receiving mail at a rate that\r\n450-4.2.1 prevents additional messages from being delivered. Please resend your\r\n450 4.2.1 message at a later time.',
      '450 4.2.1 The user you are trying to contact is receiving mail too quickly. Please resend your message at a later time.',
      '450 4.2.1 <user@example.com>: Mailbox received too much email in a short period of time (G30)',
      "450 4.2.1 L'utilisateur que vous tentez de contacter reçoit des e-mails à un rythme qui empêche la distribution de tout nouveau message.",
      '450 4.2.1 Der Nutzer, den Sie kontaktieren möchten, erhält zu schnell E-Mails. Senden Sie Ihre Nachricht zu einem späteren Zeitpunkt noch einmal.',
      '450 El usuario con el que intenta contactar recibe correo demasiado rápido. Inténtelo más tarde.',
      "450 L'utente che stai tentando di contattare sta ricevendo email troppo rapidamente.",
      '450 O usuário está recebendo e-mails muito rápido. Tente novamente mais tarde.',
      '450 De gebruiker ontvangt te snel e-mail, probeer het later opnieuw',
      '450 Użytkownik otrzymuje pocztę zbyt szybko, spróbuj później',
      '450 宛先のユーザーが、非常に速いペースでメールを受信しています。後でもう一度送信してください。',
      '450 您尝试联系的用户接收邮件的频率过高。请稍后重发您的邮件。',
    ],
  },
];

/** There was a mailbox, and it takes no mail. */
export const DISABLED: readonly Rule[] = [
  {
    id: 'disabled.en',
    outcome: 'mailbox_disabled',
    codes: ['5'],
    says: DISABLED_WORDS,
    cites: [/\?p=disableduser/],
    unless: [...ANOTHER_ACCOUNT, GONE],
    examples: [
      '550 5.2.1 The email account that you tried to reach is disabled.',
      '554 30 Sorry, your message to user@example.com cannot be delivered. This mailbox is disabled (554.30). -',
      '550 5.7.1 <user@example.com>: Recipient address rejected: Inactive MailBox, not poped for more than 6 months',
      '550 User suspended',
      '550 user is locked',
      '554 delivery error: dd This account has been disabled or discontinued [#102].',
      '550 5.5.0 Le compte du destinataire est bloque. The recipient account isblocked. LPN007_426',
      '550 invalid/inactive user',
      '550 This useraccount is locked',
      "550 This account's owner has suspended delivery for the account.",
      "550 User hasn't entered during last 180 days",
      '550 This address does not accept incoming mail.',
      '550 Distribution list is not active.',
      '554 Mailaddress is administratively disabled',
      '550 The account <user@example.com> has been administratively locked',
      '554 5.7.1 User user@example.ru should log in to enable receiving the mail',
    ],
  },
  {
    id: 'disabled.4xx',
    outcome: 'mailbox_disabled',
    codes: ['4'],
    enhanced: ['4.2.1'],
    says: DISABLED_WORDS,
    unless: ANOTHER_ACCOUNT,
    examples: ['450 4.2.1 Mailbox disabled, not accepting messages'],
  },
  {
    id: 'disabled.other',
    outcome: 'mailbox_disabled',
    codes: ['5'],
    says: [
      saidOf(
        MAILBOX.fr,
        'desactive|suspendu|bloquee?|fermee?|in-?acti[fv]|archive|cloture|resilie|expiree?|verrouille|(?:pas|plus) (?:\\S+ )?acti(?:f|v)|hors service|plus en service|plus utilisee?',
      ),
      saidOf(
        MAILBOX.de,
        '(?:deaktivier|gesperrt|inaktiv|geschlossen|abgeschaltet|stillgelegt|gekundigt|gekuendigt|abgelaufen|blockiert|nicht (?:mehr )?aktiv|ausser betrieb|eingestellt|abgemeldet)',
      ),
      saidOf(
        MAILBOX.es,
        '(?:desactivad|deshabilitad|suspendid|bloquead|inactiv|cerrad|expirad|inhabilitad|ha expirado|cancelad|caducad|dad[oa] de baja|no (?:\\S+ )?activ(?!e\\b)|congelad)',
      ),
      saidOf(
        MAILBOX.it,
        '(?:disattiv|disabilitat|sospes|bloccat|inattiv|chius|scadut|cessat|non (?:\\S+ )?attiv|disdett|congelat)',
      ),
      saidOf(
        MAILBOX.pt,
        '(?:desativad|desactivad|suspens|bloquead|inativ|inactiv|cancelad|encerrad|desabilitad|expirad|nao (?:\\S+ )?ativ|congelad)',
      ),
      saidOf(
        MAILBOX.nl,
        '(?:uitgeschakeld|geblokkeerd|gedeactiveerd|opgeheven|inactief|niet (?:meer )?actief|afgesloten|opgezegd|gesloten|opgeschort|verlopen|beeindigd|stopgezet)',
      ),
      saidOf(
        MAILBOX.pl,
        '(?:zablokowan|wylaczon|nieaktywn|zawieszon|wygas|zamkniet|nie jest aktywn|dezaktywowan)',
      ),
      new RegExp(
        `${MAILBOX.ja}.{0,15}(?:停止|休止|凍結|ロック|解約|無効化|退会|閉鎖|廃止|非アクティブ)`,
      ),
      new RegExp(
        `(?<!(?:サービス|サーバー?|システム|回線|接続|送信|配信)(?:が|を|の|は)?)(?:停止|休止|凍結|解約|無効化|閉鎖|廃止)(?:済みの?|された|されている|した|中の)${MAILBOX.ja}`,
      ),
      new RegExp(
        `${MAILBOX.zh}(?!的?(?:域|网域|網域|服务器|伺服器)).{0,10}(?:锁定|休眠|鎖定|禁用|停用|冻结|凍結|被锁|被封|暂停|暫停|停止|注销|註銷|销户|銷戶|过期|過期|关闭|關閉|停權|欠费)`,
      ),
      new RegExp(`${MAILBOX.ru}.{0,20}(?:заблокирован|отключен|приостановлен|деактивирован)`),
      new RegExp(`${MAILBOX.ko}.{0,10}(?:정지|중지|휴면|잠김|비활성)`),
    ],
    unless: [
      ...ANOTHER_ACCOUNT,
      // One that is busy, or whatever else may be the matter.
      /\b(?:occupee?|occupad[ao]|occupat[ao]|belegt|besetzt|bezet|zajet[aye])\b/,
      GONE,
      /\b(message|courriel|mail|nachricht|mensaje|correo|messaggio|mensagem|bericht|wiadomosc)\w* (.{0,30} )?(bloque|gesperrt|blockiert|bloquead|bloccat|geblokkeerd|zablokowan)/,
    ],
    examples: [
      '550 5.2.1 Ce compte est désactivé',
      '550 5.5.0 Boite du destinataire archivee. LPN007_420',
      '550 Das Postfach wurde deaktiviert',
      '550 La cuenta está suspendida',
      '550 Esta casilla ha expirado por falta de uso',
      '550 Account disattivato',
      '550 Conta desativada',
      '550 Deze mailbox is opgeheven',
      '550 Konto zablokowane',
      '550 アカウントは停止されています',
      '550 用户被锁定',
      '550 用户由于长时间未登录处于休眠状态',
      "550 La boîte du destinataire n'est plus active",
      '550 Das Konto ist nicht mehr aktiv',
      '550 La cuenta no está activa',
      '550 Postvak is inactief',
      '550 このアカウントは無効化されています',
    ],
  },
];
