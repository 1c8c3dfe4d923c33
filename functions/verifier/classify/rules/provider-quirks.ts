import type { Rule } from '../rule.ts';

/**
 * Sentences that mean something else at one provider than everywhere else, by what that provider says
 * of them itself. They come first, and only for replies known to be that provider's.
 */
export const PROVIDER_QUIRKS: readonly Rule[] = [
  {
    // Interia's help: mistyped, full or suspended, all by the same words.
    id: 'interia.mailbox-not-available',
    outcome: 'refused_bare',
    provider: 'interia',
    codes: ['550'],
    enhanced: ['5.2.1'],
    says: [/mailbox not available/],
    examples: ['550 5.2.1 Mailbox not available'],
  },
  {
    // Tencent's list of codes: too many messages from one IP or domain in a short time.
    id: 'qq.unavailable-or-denied',
    outcome: 'throttled',
    provider: 'qq',
    codes: ['5'],
    says: [/mailbox unavailable or access den/],
    examples: [
      '550 Mailbox unavailable or access denied [MJSp]: https://service.mail.qq.com/detail/122/166',
    ],
  },
];
