import { PRODUCT_NAME } from '../../../shared/model/product.ts';
import type { MailTexts } from './mail-texts.ts';
import { newPasswordPath } from './new-password-path.ts';
import { reasonLines } from './reason-lines.ts';

const number = (value: number): string => value.toLocaleString('en');
const euros = (cents: number): string =>
  (cents / 100).toLocaleString('en', { style: 'currency', currency: 'EUR' });
const day = (at: string): string =>
  new Date(at).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'Europe/Paris' });

export const en: MailTexts = {
  greeting: (firstName) => `Hello ${firstName},`,
  colon: ': ',
  signature: `The ${PRODUCT_NAME} team`,
  footer: `You receive this email because this address is used for a ${PRODUCT_NAME} account.`,
  support: 'Contact support',
  bodies: {
    otp: ({ code, minutes }) => ({
      subject: `${code} is your ${PRODUCT_NAME} code`,
      paragraphs: [
        'Enter this code to confirm your email address:',
        `It is valid for ${minutes} minutes and can be used once. If you did not create an account, you can ignore this email.`,
      ],
      code,
    }),
    already_registered: () => ({
      subject: `You already have a ${PRODUCT_NAME} account`,
      paragraphs: [
        'Someone, probably you, tried to create an account with this email address. It already has one, and nothing was changed.',
        'You can sign in with your password, or choose a new one from the sign-in page if you no longer know it.',
      ],
      action: { label: 'Sign in', path: '/login' },
    }),
    password_reset: ({ token, email, minutes }) => ({
      subject: `Choose a new ${PRODUCT_NAME} password`,
      paragraphs: [
        `Someone, probably you, asked for a new password for your ${PRODUCT_NAME} account.`,
        `The link is valid for ${minutes} minutes and can be used once. If you did not ask for it, you can ignore this email: your password stays as it is.`,
      ],
      action: { label: 'Choose a new password', path: newPasswordPath(token, email) },
    }),
    password_changed: () => ({
      subject: `Your ${PRODUCT_NAME} password was changed`,
      paragraphs: [
        'The password of your account was changed, and your other sessions have ended.',
        'If this was not you, choose a new password right away and contact support.',
      ],
      action: { label: 'Choose a new password', path: '/forget-password' },
    }),
    account_deleted: () => ({
      subject: `Your ${PRODUCT_NAME} account was deleted`,
      paragraphs: [
        'Your account was deleted as you asked: your lists and their results, your checks, your sessions and API keys are gone or going within a day. A subscription is cancelled.',
        'What the law makes us keep, such as invoices, stays without your name and address. This is our last email to you.',
      ],
    }),
    export_ready: ({ path, days }) => ({
      subject: `Your data from ${PRODUCT_NAME}`,
      paragraphs: [
        `The data of your account are ready to be downloaded, for ${days} days.`,
        'Whoever has the link can read them: please do not pass this email on. If you did not ask for your data, change your password.',
      ],
      action: { label: 'Download your data', path },
    }),
    list_finished: ({ listName, total, valid, invalid, risky, unknown }) => ({
      subject: `Your list “${listName}” is ready`,
      paragraphs: [`Your list “${listName}” has been verified. The result can now be downloaded.`],
      facts: [
        ['Email addresses', number(total)],
        ['Valid', number(valid)],
        ['Invalid', number(invalid)],
        ['Risky', number(risky)],
        ['Could not be verified', number(unknown)],
      ],
      action: { label: 'Download the result', path: '/dashboard' },
    }),
    list_canceled: ({ listName, reason }) => ({
      subject: `Your list “${listName}” was cancelled`,
      paragraphs: [
        `Your list “${listName}” could not be processed to its end.`,
        ...reasonLines('en', reason),
        'Credits for addresses that were not verified are available again.',
      ],
      action: { label: 'Open your lists', path: '/dashboard' },
    }),
    list_paused: ({ listName, needed, available }) => ({
      subject: `Your list “${listName}” is waiting for credits`,
      paragraphs: [
        `Your list “${listName}” is paused because there are not enough credits for it. It starts by itself as soon as there are, within 30 days.`,
      ],
      facts: [
        ['Credits needed', number(needed)],
        ['Credits available', number(available)],
      ],
      action: { label: 'Buy credits', path: '/pricing-plan' },
    }),
    purchase: ({ credits, cents, monthly }) => ({
      subject: `${number(credits)} credits have been added to your account`,
      paragraphs: [
        monthly
          ? 'Your subscription has been paid and the credits of the month have been added to those you had left. They never expire.'
          : 'Thank you for your purchase. The credits have been added to your account and never expire.',
        'The receipt is on the page of your invoices.',
      ],
      facts: [
        ['Credits', number(credits)],
        ['Amount paid', euros(cents)],
      ],
      action: { label: 'See your invoices', path: '/invoices' },
    }),
    low_credits: ({ available }) => ({
      subject: 'You are running out of credits',
      paragraphs: [
        'Your last list is verified, and few credits are left. A list that needs more of them waits until there are enough.',
      ],
      facts: [['Credits available', number(available)]],
      action: { label: 'Buy credits', path: '/pricing-plan' },
    }),
    payment_failed: () => ({
      subject: 'The payment of your subscription did not work',
      paragraphs: [
        'Your card was refused for the payment of your subscription. It is tried again in the next days; the credits you have left can be used in the meantime.',
        'To change the card, open “Subscription” in the menu.',
      ],
      action: { label: 'Open your account', path: '/invoices' },
    }),
    refunded: ({ cents, total, credits }) => ({
      subject: 'A payment has been refunded',
      paragraphs: [
        'Money of a payment goes back to the card or account it came from, and its share of the credits has been taken back. It may take some days until your bank shows it.',
        'If some of these credits were used, the next purchase makes up for them first.',
      ],
      facts: [
        ['Refunded', `${euros(cents)} of ${euros(total)}`],
        ['Credits taken back', number(credits)],
      ],
      action: { label: 'See your invoices', path: '/invoices' },
    }),
    payment_disputed: ({ cents }) => ({
      subject: 'A payment of your account is disputed',
      paragraphs: [
        'Your bank tells us that a payment is disputed. Until this is decided, its credits cannot be used, the API key does not work, and a subscription is not renewed.',
        'If this was a mistake, please tell your bank that you withdraw the dispute.',
      ],
      facts: [['Amount disputed', euros(cents)]],
      action: { label: 'See your invoices', path: '/invoices' },
    }),
    dispute_ended: ({ cents, lost }) => ({
      subject: 'The dispute over a payment has ended',
      paragraphs: [
        lost
          ? 'The money goes back to the holder of the card, and the credits of this payment have been taken back.'
          : 'The payment stands. Its credits can be used again, and a subscription that was not to be renewed because of the dispute goes on.',
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
  },
};
