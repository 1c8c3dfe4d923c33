import type { MailStore, StoredMail } from '../embedded/ses/mail-store.ts';
import { readMails } from './mails.ts';

const REFRESH_MS = 1000;

/**
 * The mails an emulator has taken, read again and again until the returned `stop`. Empty as long
 * as it does not answer.
 */
export function followMails(endpoint: string): {
  store: Pick<MailStore, 'list' | 'find'>;
  stop: () => void;
} {
  let mails: readonly StoredMail[] = [];
  const timer = setInterval(() => {
    readMails(endpoint).then(
      (found) => (mails = found),
      () => {},
    );
  }, REFRESH_MS);
  return {
    store: {
      list: ({ to, limit = 100 } = {}) =>
        mails
          .filter((mail) => to === undefined || wentTo(mail, to))
          .toReversed()
          .slice(0, limit),
      find: (id) => mails.find((mail) => mail.id === id),
    },
    stop: () => clearInterval(timer),
  };
}

const wentTo = (mail: StoredMail, address: string): boolean =>
  mail.recipients.some((recipient) => recipient.toLowerCase() === address.toLowerCase());
