import type { BounceSubject } from '../../../shared/model/bounce.ts';

interface Cause {
  readonly subject: Exclude<BounceSubject, 'recipient' | 'unclear'>;
  readonly cause: string;
}

/**
 * Recurring causes with the words of servers about them, in the order in which they decide: a
 * server that names a list has refused the sender, whatever else its reply mentions. Names of
 * lists and standards are shown as they are.
 */
const CAUSES: readonly (readonly [Cause['subject'], cause: string, words: RegExp])[] = [
  ['sender', 'Spamhaus', /spamhaus|\b(?:zen|sbl|xbl|pbl|dbl|css)\.dnsbl/i],
  ['sender', 'SpamCop', /spamcop/i],
  ['sender', 'SORBS', /\bsorbs\b/i],
  ['sender', 'Barracuda', /barracuda(?:central|networks)?|\bb\.barracuda/i],
  ['sender', 'Proofpoint', /proofpoint|\bpdr\b.*block|ipcheck\.proofpoint/i],
  ['sender', 'Cloudmark', /cloudmark|csi\.cloudmark/i],
  ['sender', 'Invaluement', /invaluement/i],
  ['sender', 'UCEPROTECT', /uceprotect/i],
  ['sender', 'Mimecast', /mimecast.*(?:block|list|reput)/i],
  ['sender', 'Trend Micro', /trend ?micro|mail-abuse\.(?:com|org)|\bers\.trendmicro/i],
  ['sender', 'Abusix', /abusix/i],
  ['sender', 'SURBL', /\bsurbl\b/i],
  ['sender', 'URIBL', /\buribl\b/i],
  ['sender', 'PSBL', /\bpsbl\b/i],
  ['sender', 'Mailspike', /mailspike/i],
  ['sender', 'Cisco Talos', /senderbase|talosintelligence|\btalos\b/i],
  ['sender', 'Vade', /vadesecure|vade ?secure/i],
  [
    'sender',
    'Microsoft',
    /\bS3140\b|\bS3150\b|\bAS\(\d{3,4}\)|sender\.office\.com|delist\.messaging\.microsoft|postmaster\.live\.com|mail\.live\.com\/mail/i,
  ],
  ['sender', 'DMARC', /\bdmarc\b/i],
  ['sender', 'SPF', /\bspf\b|openspf|sender policy framework/i],
  ['sender', 'DKIM', /\bdkim\b|domainkeys/i],
];

export function causeOf(text: string): Cause | undefined {
  for (const [subject, cause, words] of CAUSES) if (words.test(text)) return { subject, cause };
  return undefined;
}
