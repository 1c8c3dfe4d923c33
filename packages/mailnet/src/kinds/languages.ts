import { type ReplyTemplates, type DomainVariant, dedicatedServer } from './kind.ts';
import { exim } from './software.ts';

const replyWith = (replies: Pick<ReplyTemplates, 'absent' | 'full' | 'disabled'>): DomainVariant =>
  dedicatedServer({
    ...exim,
    replies: { ...exim.replies, greeting: '220 {host} ESMTP', ...replies },
  });

/** Variants whose rejections have neither an enhanced status code nor English text. */
export const LANGUAGE_VARIANTS: readonly [DomainVariant, ...DomainVariant[]] = [
  replyWith({
    absent: "550 <{rcpt}> : l'utilisateur n'existe pas",
    full: '552 La boîte aux lettres de {rcpt} est pleine',
    disabled: '550 Ce compte a été désactivé',
  }),
  replyWith({
    absent: '550 Utilisateur inconnu : {rcpt}',
    full: '452 Boite du destinataire pleine, quota depasse',
    disabled: '550 Boite aux lettres suspendue',
  }),
  replyWith({
    absent: '550 <{rcpt}>: Benutzer unbekannt',
    full: '552 Das Postfach von {rcpt} ist voll',
    disabled: '550 Dieses Postfach ist deaktiviert',
  }),
  replyWith({
    absent: '550 Empfänger existiert nicht',
    full: '552 Postfach voll, Speicherplatz ausgeschöpft',
    disabled: '550 Das Konto wurde gesperrt: Postfach deaktiviert',
  }),
  replyWith({
    absent: '550 El usuario {rcpt} no existe',
    full: '552 El buzón está lleno',
    disabled: '550 Cuenta desactivada',
  }),
  replyWith({
    absent: '550 Utente sconosciuto: {rcpt}',
    full: '552 La casella di posta è piena',
    disabled: '550 Casella disattivata',
  }),
  replyWith({
    absent: '550 Utilizador desconhecido: {rcpt}',
    full: '552 A caixa de correio está cheia',
    disabled: '550 Conta desativada',
  }),
  replyWith({
    absent: '550 Gebruiker onbekend: {rcpt}',
    full: '552 De mailbox van {rcpt} is vol',
    disabled: '550 Deze mailbox is uitgeschakeld',
  }),
  replyWith({
    absent: '550 Nie ma takiego użytkownika: {rcpt}',
    full: '552 Skrzynka odbiorcy jest pełna',
    disabled: '550 Konto zostało wyłączone',
  }),
];
