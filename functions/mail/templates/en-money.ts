import type { MailTexts } from './mail-texts.ts';

const number = (value: number): string => value.toLocaleString('en');
const euros = (cents: number): string =>
  (cents / 100).toLocaleString('en', { style: 'currency', currency: 'EUR' });
const moment = (at: string): string =>
  `${new Date(at).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Paris' })} (Paris time)`;
const day = (at: string): string =>
  new Date(at).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'Europe/Paris' });

/** What a customer is told of money, in English. */
export const enMoney = {
  purchase: ({ credits, cents, monthly, automatic, invoice, agreed }) => ({
    subject: `${number(credits)} credits have been added to your account`,
    paragraphs: [
      automatic
        ? 'Few credits were left, so a pack was bought with your saved card, as you chose in the settings. The credits never expire. You can change or end this there at any time.'
        : monthly
          ? 'Your subscription has been paid and its credits have been added to those you had left. They never expire.'
          : 'Thank you for your purchase. The credits have been added to your account and never expire.',
      'All your invoices are on the page “Billing”.',
      ...(agreed
        ? [
            `Before paying, on ${moment(agreed.at)}, you agreed to this: “${agreed.text}” This email confirms it; please keep it.`,
          ]
        : []),
    ],
    facts: [
      ['Credits', number(credits)],
      ['Amount paid', euros(cents)],
      ...(invoice ? [['Invoice', invoice.number] as const] : []),
    ],
    action: invoice
      ? { label: 'Open the invoice', path: invoice.path }
      : { label: 'See your invoices', path: '/invoices' },
  }),
  withdrawal: ({ name, purchase, credits, cents, date, at }) => ({
    subject: 'We have received your withdrawal',
    paragraphs: [
      `On ${moment(at)} you sent us this statement: “I, ${name}, withdraw from my purchase of ${number(credits)} credits of ${day(date)}.”`,
      'This email acknowledges that we have received it; please keep it. We will write to you about what follows.',
    ],
    facts: [
      ['Purchase', purchase],
      ['Amount paid', euros(cents)],
    ],
  }),
  low_credits: ({ available }) => ({
    subject: 'You are running out of credits',
    paragraphs: [
      'Your last list is verified, and few credits are left. A list that needs more of them waits until there are enough.',
    ],
    facts: [['Credits available', number(available)]],
    action: { label: 'Buy credits', path: '/pricing-plan' },
  }),
  top_up_failed: ({ credits, why, paused }) => ({
    subject: paused ? 'Your automatic top-up is paused' : 'An automatic top-up did not work',
    paragraphs: [
      {
        declined: `The pack of ${number(credits)} credits could not be paid with your saved card.`,
        confirm: `Your bank wants you to confirm the payment of the pack of ${number(credits)} credits.`,
        no_card: `No card is saved for the pack of ${number(credits)} credits.`,
      }[why],
      paused
        ? 'Automatic top-ups are paused: nothing is bought until you switch them on again in the settings.'
        : 'Nothing is lost: pay it yourself from the settings, with this card or another one. Otherwise it is tried once more, in a day at the earliest, when credits are still low.',
    ],
    action: { label: 'Open the settings', path: '/settings' },
  }),
  credits_below: ({ available, level }) => ({
    subject: `Fewer than ${number(level)} credits are left`,
    paragraphs: [
      `The credits available have fallen below the ${number(level)} at which you want to be told. Checks go on as long as there are any; a list that needs more of them waits until there are enough.`,
      'You can change this level in the settings. You are told again once the balance was above it.',
    ],
    facts: [['Credits available', number(available)]],
    action: { label: 'Buy credits', path: '/pricing-plan' },
  }),
  payment_failed: ({ path = '/invoices' }) => ({
    subject: 'The payment of your subscription did not work',
    paragraphs: [
      'Your bank has refused the payment of your subscription. It is tried again in the next days; the credits you have left can be used in the meantime.',
      'You can pay the invoice now, with another card too. To change the card for good, open “Subscription” in the menu of your account.',
    ],
    action: { label: 'Pay the invoice', path },
  }),
  payment_authentication: ({ path }) => ({
    subject: 'Your bank asks you to confirm a payment',
    paragraphs: [
      'The payment of your subscription is due, and your bank asks you to confirm it (3-D Secure). Nothing has been charged, and the credits of the month come once you have.',
      'The page of the invoice leads to your bank. If you do nothing, the payment fails, and the subscription ends after some days.',
    ],
    action: { label: 'Confirm the payment', path },
  }),
  debit_failed: ({ cents }) => ({
    subject: 'Your payment did not arrive',
    paragraphs: [
      'Your bank has refused a payment that was under way, so no credits have been added. Nothing is owed.',
      'You can buy again at any time, with another means of payment too.',
    ],
    facts: [['Amount', euros(cents)]],
    action: { label: 'See the plans', path: '/pricing-plan' },
  }),
  refunded: ({ cents, total, credits, creditNote }) => ({
    subject: 'A payment has been refunded',
    paragraphs: [
      'Money of a payment goes back to the card or account it came from, and its share of the credits has been taken back. It may take some days until your bank shows it.',
      'If some of these credits were used, the next purchase makes up for them first.',
    ],
    facts: [
      ['Refunded', `${euros(cents)} of ${euros(total)}`],
      ['Credits taken back', number(credits)],
      ...(creditNote === undefined ? [] : [['Credit note', creditNote] as const]),
    ],
    action: { label: 'See your invoices', path: '/invoices' },
  }),
  money_taken_back: ({ what, customer, cents, reason, dueAt, page }) => {
    const { subject, text, sum } = {
      dispute: {
        subject: `${customer} disputes a payment of ${euros(cents)}`,
        text: 'The bank of this customer has taken the money back. The dispute can be answered at Stripe, and is lost without an answer.',
        sum: 'Amount disputed',
      },
      inquiry: {
        subject: `The bank of ${customer} asks about a payment of ${euros(cents)}`,
        text: 'No money has moved. Without an answer at Stripe the bank may take it back; a refund of all of it before then can avoid that.',
        sum: 'Amount asked about',
      },
      refund: {
        subject: `A payment of ${customer} was refunded at Stripe`,
        text: 'Somebody at Stripe, or a bank, has sent money back. Its share of the credits has been taken back.',
        sum: 'Refunded',
      },
      fraud_warning: {
        subject: `A payment of ${customer} is reported as fraud`,
        text: 'The bank that issued the card reports this payment as fraud. No money has moved. Most such payments are disputed later; a refund of all of it before then, in the list of users, can avoid the dispute and its fee.',
        sum: 'Amount',
      },
    }[what];
    return {
      subject,
      paragraphs: [text],
      facts: [
        ['Customer', customer],
        [sum, euros(cents)],
        ['Reason', reason],
        ...(dueAt === undefined ? [] : [['To be answered by', day(dueAt)] as const]),
        ['At Stripe', page],
      ],
    };
  },
  payment_disputed: ({ cents }) => ({
    subject: 'A payment of your account is disputed',
    paragraphs: [
      'Your bank tells us that a payment is disputed. Until this is decided, the credits of this amount cannot be used, the API key does not work, and a subscription is not renewed.',
      'If this was a mistake, please tell your bank that you withdraw the dispute.',
    ],
    facts: [['Amount disputed', euros(cents)]],
    action: { label: 'See your invoices', path: '/invoices' },
  }),
  dispute_ended: ({ cents, lost }) => ({
    subject: 'The dispute over a payment has ended',
    paragraphs: [
      lost
        ? 'The money goes back to the holder of the card, and the credits of this amount have been taken back.'
        : 'The payment stands. The credits can be used again, and a subscription that was not to be renewed because of the dispute goes on.',
    ],
    facts: [['Amount disputed', euros(cents)]],
    action: { label: 'See your invoices', path: '/invoices' },
  }),
  renewal_stopped: ({ endsAt }) => ({
    subject: 'Your account is active again, your subscription ends',
    paragraphs: [
      'Your account is active again. While it was not, your subscription was set to end, so that nothing more is charged.',
      'To keep it, open “Subscription” in the menu and renew it there before its end. Otherwise you do not have to do anything.',
    ],
    facts: [['End of the subscription', day(endsAt)]],
    action: { label: 'Open your account', path: '/invoices' },
  }),
  subscription_cancelled: ({ endsAt }) => ({
    subject: 'Your subscription has been cancelled',
    paragraphs: [
      'This email confirms that your subscription has been cancelled. No further payment is taken.',
      'The credits you have left stay in your account and never expire.',
    ],
    facts: [['End of the subscription', day(endsAt)]],
    action: { label: 'See the plans', path: '/pricing-plan' },
  }),
  subscription_unpaid: ({ endsAt }) => ({
    subject: 'Your subscription has ended: it was not paid',
    paragraphs: [
      'Your subscription has been cancelled for non-payment: the last payment failed each time it was tried. It is not tried again.',
      'The credits you have left stay in your account and never expire. You can subscribe again at any time.',
    ],
    facts: [['End of the subscription', day(endsAt)]],
    action: { label: 'See the plans', path: '/pricing-plan' },
  }),
} satisfies Partial<MailTexts['bodies']>;
