import type { User } from './adapters/user.ts';

export const formatName = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();

/** Returns the name that the account was given, or by default the name of its owner. */
export const accountNameOf = (account: User): string => account.accountName ?? formatName(account);
