import { PRODUCT_NAME } from '../../../shared/model/product.ts';
import type { MailTexts } from './mail-texts.ts';
import { newPasswordPath } from './new-password-path.ts';
import { reasonLines } from './reason-lines.ts';

const number = (value: number): string => value.toLocaleString('en');

export const en: MailTexts = {
  greeting: (firstName) => `Hello ${firstName},`,
  colon: ': ',
  signature: `The ${PRODUCT_NAME} team`,
  footer: `You receive this email because this address is used for a ${PRODUCT_NAME} account.`,
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
  },
};
