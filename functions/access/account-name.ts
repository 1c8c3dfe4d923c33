import type { User } from './adapters/user.ts';

export const formatName = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();

/** Returns the name chosen for the account, by default its company or the name of its owner. */
export const accountNameOf = (account: User): string =>
  account.accountName ?? account.company ?? formatName(account);
