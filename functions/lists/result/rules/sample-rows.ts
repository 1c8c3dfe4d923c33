import type { VerdictReason } from '../../../../shared/model/verdict.ts';

/** A row of the sample list, with what became of its address where that is new and well written. */
export interface SampleRow {
  readonly address: string;
  readonly customer: string;
  readonly reason?: VerdictReason;
  readonly provider?: string;
  /** As the server sent it. */
  readonly reply?: string;
  readonly suggestion?: string;
  readonly kind?: 'role' | 'free' | 'disposable';
}

/**
 * A list of an invented shop with a row of each reason. Its domains are reserved and nobody's
 * (RFC 2606).
 */
export const SAMPLE_ROWS: readonly SampleRow[] = [
  {
    address: 'lea.martin@maple-bakery.example',
    customer: 'Léa Martin',
    reason: 'accepted',
    provider: 'google',
    reply: '250 2.1.5 OK',
  },
  {
    address: 'tom.baker@maple-bakery.example',
    customer: 'Tom Baker',
    reason: 'accepted',
    provider: 'google',
    reply: '250 2.1.5 OK',
  },
  {
    address: 'orders@maple-bakery.example',
    customer: 'Maple Bakery',
    reason: 'accepted',
    provider: 'google',
    reply: '250 2.1.5 OK',
    kind: 'role',
  },
  {
    address: 'Lea.Martin@Maple-Bakery.example',
    customer: 'Léa Martin (again)',
  },
  {
    address: 'anna.rossi@studio-lune.example',
    customer: 'Anna Rossi',
    reason: 'accepted',
    provider: 'microsoft',
    reply: '250 2.1.5 Recipient OK',
  },
  {
    address: 'contact@studio-lune.example',
    customer: 'Studio Lune',
    reason: 'accepted',
    provider: 'microsoft',
    reply: '250 2.1.5 Recipient OK',
    kind: 'role',
  },
  {
    address: 'hugo.petit@studio-lune.example',
    customer: 'Hugo Petit',
    reason: 'no_such_mailbox',
    provider: 'microsoft',
    reply: '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient hugo.petit not found',
  },
  {
    address: 'ines.garcia@studio-lnue.example',
    customer: 'Inés García',
    reason: 'no_such_domain',
    suggestion: 'ines.garcia@studio-lune.example',
  },
  {
    address: 'camille@webmail.example',
    customer: 'Camille Roux',
    reason: 'accepted',
    reply: '250 2.1.5 Ok',
    kind: 'free',
  },
  {
    address: 'j.novak@webmail.example',
    customer: 'Jan Novák',
    reason: 'accepted',
    reply: '250 2.1.5 Ok',
    kind: 'free',
  },
  {
    address: 'sofia82@webmail.example',
    customer: 'Sofia Lind',
    reason: 'mailbox_full',
    reply: '452 4.2.2 The mailbox is full: over quota',
    kind: 'free',
  },
  {
    address: 'old.account@webmail.example',
    customer: 'Paul Weber',
    reason: 'mailbox_disabled',
    reply: '550 5.2.1 This account has been disabled',
    kind: 'free',
  },
  {
    address: 'nobody.here@webmail.example',
    customer: 'Ben Cole',
    reason: 'no_such_mailbox',
    reply: '550 5.1.1 <nobody.here@webmail.example>: User unknown',
    kind: 'free',
  },
  {
    address: 'marie.dubois@atelier-roux.example',
    customer: 'Marie Dubois',
    reason: 'catch_all',
    provider: 'ovh',
    reply: '250 2.1.5 Ok',
  },
  {
    address: 'info@atelier-roux.example',
    customer: 'Atelier Roux',
    reason: 'catch_all',
    provider: 'ovh',
    reply: '250 2.1.5 Ok',
    kind: 'role',
  },
  {
    address: 'x7k2p@ten-minutes.example',
    customer: 'A visitor',
    reason: 'disposable',
    reply: '250 2.1.5 Ok',
    kind: 'disposable',
  },
  { address: 'pierre.studio-lune.example', customer: 'Pierre Lang', reason: 'bad_syntax' },
  { address: 'eva..kral@webmail.example', customer: 'Eva Král', reason: 'bad_syntax' },
  { address: '', customer: 'A row without an address' },
  {
    address: 'office@closed-shop.example',
    customer: 'Closed Shop',
    reason: 'no_mail_server',
    kind: 'role',
  },
  {
    address: 'team@no-mail-please.example',
    customer: 'No Mail Please',
    reason: 'null_mx',
    kind: 'role',
  },
  {
    address: 'clara.holm@north-wool.example',
    customer: 'Clara Holm',
    reason: 'greylisted',
    reply: '450 4.2.0 Greylisted, please try again later',
  },
  {
    address: 'desk@busy-post.example',
    customer: 'Busy Post',
    reason: 'throttled',
    reply: '421 4.7.0 Too many connections from your network, try again later',
  },
  {
    address: 'felix@strict-gate.example',
    customer: 'Felix Braun',
    reason: 'ip_blocked',
    reply: '554 5.7.1 Client host [192.0.2.10] blocked using a blocklist',
  },
  {
    address: 'nora@careful-host.example',
    customer: 'Nora Berg',
    reason: 'sender_rejected',
    reply: '550 5.1.8 Sender address rejected: Domain not found',
  },
  {
    address: 'luc@members-only.example',
    customer: 'Luc Moreau',
    reason: 'policy',
    reply: '554 5.7.1 Relay access denied',
  },
  { address: 'zoe@dark-harbour.example', customer: 'Zoé Faure', reason: 'server_unreachable' },
  {
    address: 'max@full-disk.example',
    customer: 'Max Stein',
    reason: 'server_error',
    reply: '451 4.3.0 Temporary system problem, try again later',
  },
  { address: 'ida@broken-zone.example', customer: 'Ida Sand', reason: 'dns_error' },
  { address: 'olga@slow-mail.example', customer: 'Olga Kern', reason: 'timeout' },
  { address: 'emil@last-minute.example', customer: 'Emil Vogt', reason: 'not_answered' },
  { address: 'rosa@switched-off.example', customer: 'Rosa Blum', reason: 'egress_off' },
];
