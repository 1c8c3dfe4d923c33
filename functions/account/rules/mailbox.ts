import { MAILBOX_FAMILIES } from './mailbox-families.ts';

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
