import type { Rule } from '../rule.ts';

/** Sentences on what an account of ours may do, or on why a message was stopped. */
const NOT_THE_MAILBOX = [
  /\b(sending|outgoing|outbounds?|inbounds?|submission|relay\w*|authenticat\w*|smtp auth|vrfy|expn|your (account|mailbox|e-?mail|login|smtp|user))\b/,
  /\btemporar/,
];

const DISABLED_WORDS = [
  /\b(mail ?box|account|user|recipient|address|addressee|inbox|alias|customer|subscriber|member)( name)?( <?@>?)?( (?!connection|session|transaction|channel|list|certificate|message|server|service|domain|access)\S+){0,8}? ?\b(disabled|inactive|de-?activated|suspended|locked|isblocked|closed|terminated|discontinued|expired|frozen|not (yet )?activated?|not active|no longer (active|in use|in service|monitored)|on hold|archived|retired|hangup|unsubscribed|dormant)\b/,
  /\b(disabled|inactive|de-?activated|suspended|locked|closed|terminated|discontinued|expired|frozen|archived|dormant) (e-?mail |mail |user )?(mail ?box|account|user|recipient|address|inbox|alias)\b/,
  /^\W*(\S+ is (now )?)?(disabled|inactive|deactivated|discontinued|suspended)\b|\breceiving (is )?disabled\b/,
  /\b(account|mail ?box)( is| was| has been)? blocked\b/,
  /not (accepting|receiving) (any )?(mail|messages|e-?mail)s?\b(?!.{0,3} from)|suspend the service/,
];

/** There was a mailbox, and it takes no mail; and, before that, one that takes too much. */
export const DISABLED: readonly Rule[] = [
  {
    id: 'receiving-too-fast',
    outcome: 'receiving_too_fast',
    codes: ['4', '55'],
    says: [
      /is receiving (mail|messages|e-?mail) (too (quickly|fast)|at a rate)|receiving mail at a rate/,
    ],
    cites: [/\?p=receivingrate/],
    examples: [
      '450-4.2.1 The user you are trying to contact is receiving mail at a rate that\r\n450-4.2.1 prevents additional messages from being delivered. Please resend your\r\n450 4.2.1 message at a later time.',
      '450 4.2.1 The user you are trying to contact is receiving mail too quickly. Please resend your message at a later time.',
    ],
  },
  {
    id: 'disabled.en',
    outcome: 'mailbox_disabled',
    codes: ['5'],
    says: DISABLED_WORDS,
    cites: [/\?p=disableduser/],
    unless: NOT_THE_MAILBOX,
    examples: [
      '550 5.2.1 The email account that you tried to reach is disabled.',
      '554 30 Sorry, your message to user@example.com cannot be delivered. This mailbox is disabled (554.30). -',
      '550 5.7.1 <user@example.com>: Recipient address rejected: Inactive MailBox, not poped for more than 6 months',
      '550 User suspended',
      '550 user is locked',
      '554 delivery error: dd This account has been disabled or discontinued [#102].',
      '550 5.5.0 Le compte du destinataire est bloque. The recipient account isblocked. LPN007_426',
      '550 invalid/inactive user',
    ],
  },
  {
    id: 'disabled.4xx',
    outcome: 'mailbox_disabled',
    codes: ['4'],
    enhanced: ['4.2.1'],
    says: DISABLED_WORDS,
    unless: NOT_THE_MAILBOX,
    examples: ['450 4.2.1 Mailbox disabled, not accepting messages'],
  },
  {
    id: 'disabled.other',
    outcome: 'mailbox_disabled',
    codes: ['5'],
    says: [
      /\b(compte|boite|adresse|utilisateur|destinataire|messagerie)\b.{0,30}\b(desactive|suspendu|bloque|ferme|inacti[fv]|archive|cloture|resilie|expire)e?\b/,
      /\b(konto|postfach|benutzer|account|mailbox|empfanger|empfaenger|adresse|teilnehmer)\b.{0,40}(deaktiviert|gesperrt|inaktiv|geschlossen|abgeschaltet|stillgelegt|gekundigt|abgelaufen)/,
      /\b(cuenta|usuario|buzon|casilla|destinatario)\b.{0,30}(desactivad|deshabilitad|suspendid|bloquead|inactiv|cerrad|expirad|inhabilitad|ha expirado|cancelad|caducad)/,
      /\b(account|casella|utente|mailbox|destinatario|indirizzo)\b.{0,30}(disattivat|disabilitat|sospes|bloccat|inattiv|chius|scadut|cessat)/,
      /\b(conta|caixa|usuario|destinatario|utilizador)\b.{0,30}(desativad|desactivad|suspens|bloquead|inativ|cancelad|encerrad|desabilitad|expirad)/,
      /\b(account|mailbox|gebruiker|postbus|postvak|adres|ontvanger)\b.{0,30}(uitgeschakeld|geblokkeerd|gedeactiveerd|opgeheven|inactief|niet actief|afgesloten|opgezegd|gesloten)/,
      /\b(konto|skrzynka|uzytkownik|adres|odbiorca)\b.{0,30}(zablokowan|wylaczon|nieaktywn|zawieszon|wygas|zamkniet)/,
      /(アカウント|メールボックス|ユーザー?|アドレス).{0,15}(停止|休止|凍結|ロック|解約)/,
      /(用户|邮箱|帐号|账号|帳號|收件人|帐户|账户).{0,10}(锁定|禁用|停用|冻结|被锁|被封|暂停|停止|注销|过期)/,
      /(пользователь|ящик|аккаунт|адрес).{0,20}(заблокирован|отключен|приостановлен)/,
    ],
    unless: NOT_THE_MAILBOX,
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
    ],
  },
];
