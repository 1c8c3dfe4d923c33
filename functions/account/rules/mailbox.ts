/** Domains at which a local part is one person's, and how their provider reads a local part. */
interface MailboxFamily {
  /** With spaces between; the first stands for all. */
  readonly domains: string;
  /** Characters of a local part that all read as one, or as none. */
  readonly same?: readonly [characters: RegExp, as: string];
}

/**
 * Above a row stand the provider's own pages, which say that nobody else gets the same local part.
 * Where somebody else may own it, as at outlook.com and hotmail.com
 * (https://support.microsoft.com/help/12407) or at the domains of Fastmail, there is no row.
 */
export const MAILBOX_FAMILIES: readonly MailboxFamily[] = [
  // https://support.google.com/mail/answer/7436150; it tells of dots alone, and googlemail.com is
  // what Gmail was called in Germany and Great Britain
  { domains: 'gmail.com googlemail.com', same: [/\./g, ''] },
  // https://proton.me/support/addresses-and-aliases and, for the characters,
  // https://proton.me/support/change-username
  { domains: 'proton.me protonmail.com protonmail.ch pm.me', same: [/[._-]/g, ''] },
  // https://yandex.com/support/id/authorization/email.html (all domains are linked),
  // https://yandex.com/support/domain/additional/mailbox-alias.xml (which they are) and
  // https://yandex.com/support/passport/authorization/registration.html (point and hyphen)
  { domains: 'yandex.ru ya.ru yandex.com yandex.by yandex.kz yandex.ua', same: [/-/g, '.'] },
  // https://support.apple.com/118230
  { domains: 'icloud.com me.com mac.com' },
  // https://posteo.de/blog of 14 December 2023: nobody else can make it at another of their domains
  {
    domains: `posteo.de posteo.at posteo.be posteo.ca posteo.ch posteo.com posteo.es posteo.eu
      posteo.ie posteo.lu posteo.me posteo.net posteo.nl posteo.uk posteo.us`,
  },
];

const FAMILY_OF = new Map(
  MAILBOX_FAMILIES.flatMap(({ domains, same }) => {
    const [first = '', ...others] = domains.split(/\s+/);
    return [first, ...others].map((domain) => [domain, { first, same }] as const);
  }),
);

/**
 * The mailbox that an address leads to, as far as that is known: the address without its tag, what
 * follows the `+` (RFC 5233), as its provider reads it, at the first of the provider's domains. An
 * address of another mailbox may have the same one, so it decides about gifts alone.
 * @param address in its normal form
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const { first, same } = FAMILY_OF.get(domain) ?? { first: domain };
  const untagged = address.slice(0, at).replace(/(?<=.)\+.*$/, '');
  const local = same ? untagged.replaceAll(...same) : untagged;
  return `${local || address.slice(0, at)}@${first}`;
}
