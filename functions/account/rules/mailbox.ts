/** Domains at which one local part always belongs to one person, with their spelling rules. */
interface MailboxFamily {
  /** The domains, separated by spaces. The first one represents all of them. */
  readonly domains: string;
  /** Characters that the provider does not distinguish, and `as`, which replaces them. */
  readonly same?: readonly [characters: RegExp, as: string];
}

/**
 * Each entry cites the provider's statement that nobody else can get the same local part at its
 * other domains. The list omits providers that allow this, for example outlook.com and hotmail.com
 * (https://support.microsoft.com/help/12407) or the domains of Fastmail.
 */
export const MAILBOX_FAMILIES: readonly MailboxFamily[] = [
  // https://support.google.com/mail/answer/7436150, which mentions only dots. Googlemail.com was
  // Gmail's name in Germany and Great Britain.
  { domains: 'gmail.com googlemail.com', same: [/\./g, ''] },
  // https://proton.me/support/addresses-and-aliases and, for the characters,
  // https://proton.me/support/change-username
  { domains: 'proton.me protonmail.com protonmail.ch pm.me', same: [/[._-]/g, ''] },
  // https://yandex.com/support/id/authorization/email.html (all domains are linked),
  // https://yandex.com/support/domain/additional/mailbox-alias.xml (which domains) and
  // https://yandex.com/support/passport/authorization/registration.html (dot and hyphen)
  { domains: 'yandex.ru ya.ru yandex.com yandex.by yandex.kz yandex.ua', same: [/-/g, '.'] },
  // https://support.apple.com/118230
  { domains: 'icloud.com me.com mac.com' },
  // https://posteo.de/blog, 14 December 2023: a local part is never reissued at other domains
  {
    domains: `posteo.de posteo.at posteo.be posteo.ca posteo.ch posteo.com posteo.es posteo.eu
      posteo.ie posteo.lu posteo.me posteo.net posteo.nl posteo.uk posteo.us`,
  },
];

const FAMILY_BY_DOMAIN = new Map(
  MAILBOX_FAMILIES.flatMap(({ domains, same }) => {
    const [first = '', ...others] = domains.split(/\s+/);
    return [first, ...others].map((domain) => [domain, { first, same }] as const);
  }),
);

/**
 * Returns the mailbox of an address, as far as known: the address without the `+` tag (RFC 5233),
 * normalized by the provider's rules, at the provider's first domain. Different mailboxes may give
 * the same result, so use the result only to limit free credits and
 * invitations.
 * @param address in normal form
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const { first, same } = FAMILY_BY_DOMAIN.get(domain) ?? { first: domain };
  const untagged = address.slice(0, at).replace(/(?<=.)\+.*$/, '');
  const local = same ? untagged.replaceAll(...same) : untagged;
  return `${local || address.slice(0, at)}@${first}`;
}
