import type { User } from './adapters/user.ts';

export const formatName = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();

/** Returns the name chosen for the account, by default its company or the name of its owner. */
export const accountNameOf = (account: User): string =>
  account.accountName ?? account.company ?? formatName(account);

/** A dot or slash of a link in any script, the other characters of addresses, or five digits. */
const CONTACT = /[.\u3002:/\\@]|(?:\p{N}[^\p{L}\p{N}]*){5}/u;

/**
 * Returns a name for emails to strangers. The domain of its owner's mailbox replaces a name that
 * could contain a link, an address or a phone number, because the email has our reputation.
 */
export const nameForStranger = (name: string, { email }: Pick<User, 'email'>): string =>
  CONTACT.test(name.normalize('NFKC')) ? email.slice(email.lastIndexOf('@') + 1) : name;
