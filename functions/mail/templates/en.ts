import { PRODUCT_NAME } from '../../../shared/model/product.ts';
import type { MailTexts } from './mail-texts.ts';
import { enMoney } from './en-money.ts';
import { listPath } from './list-path.ts';
import { newPasswordPath } from './new-password-path.ts';
import { reasonLines } from './reason-lines.ts';

const number = (value: number): string => value.toLocaleString('en');

export const en: MailTexts = {
  greeting: (name) => `Hello${name},`,
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
        'You can log in with your password, or choose a new one from the login page if you no longer know it.',
      ],
      action: { label: 'Log in', path: '/login' },
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
    list_finished: ({ listName, listId, total, valid, invalid, risky, unknown }) => ({
      subject: `Your list “${listName}” is ready`,
      paragraphs: [`Your list “${listName}” has been verified. The result can now be downloaded.`],
      facts: [
        ['Email addresses', number(total)],
        ['Valid', number(valid)],
        ['Invalid', number(invalid)],
        ['Risky', number(risky)],
        ['Unknown', number(unknown)],
      ],
      action: { label: 'Download the result', path: listPath(listId) },
    }),
    list_canceled: ({ listName, listId, reason, recheck }) => ({
      subject: recheck
        ? `The recheck of “${listName}” was cancelled`
        : `Your list “${listName}” was cancelled`,
      paragraphs: [
        recheck
          ? `The recheck of your list “${listName}” could not be brought to its end. The list and its result are as they were.`
          : `Your list “${listName}” could not be processed to its end.`,
        ...reasonLines('en', reason),
        recheck
          ? 'Its credits are available again.'
          : 'Credits for addresses that were not verified are available again.',
      ],
      action: { label: 'Open the list', path: listPath(listId) },
    }),
    list_rechecked: ({ listName, listId, asked, valid, invalid, risky, unknown }) => ({
      subject: `“${listName}” was rechecked: ${number(asked - unknown)} of ${number(asked)} answered`,
      paragraphs: [
        `We asked again about the ${number(asked)} addresses of your list “${listName}” that could not be verified: ${number(asked - unknown)} of them have an answer now, and only these were paid for. The result of the list is up to date.`,
      ],
      facts: [
        ['Valid now', number(valid)],
        ['Invalid now', number(invalid)],
        ['Risky now', number(risky)],
        ['Still unknown', number(unknown)],
      ],
      action: { label: 'Download the result', path: listPath(listId) },
    }),
    list_paused: ({ listName, needed, available, recheck }) => ({
      subject: recheck
        ? `The recheck of “${listName}” is waiting for credits`
        : `Your list “${listName}” is waiting for credits`,
      paragraphs: [
        `${recheck ? 'The recheck of your list' : 'Your list'} “${listName}” is paused because there are not enough credits for it. It starts by itself as soon as there are, within 30 days.`,
      ],
      facts: [
        ['Credits needed', number(needed)],
        ['Credits available', number(available)],
      ],
      action: { label: 'Buy credits', path: '/pricing-plan' },
    }),
    webhook_failing: ({ host }) => ({
      subject: `Your webhook at ${host} has been turned off`,
      paragraphs: [
        'Your server has taken nothing that we sent to it for three days. What was still waiting is marked as failed, and nothing more is sent.',
        'Once your server works again, turn the webhook on. You can then send each delivery of the last 30 days again.',
      ],
      facts: [['Server', host]],
      action: { label: 'See your webhooks', path: '/webhooks' },
    }),
    ...enMoney,
  },
};
