/** What a provider does not read in a local part, and the domain that its other ones stand for. */
interface Spelling {
  readonly domain?: string;
  readonly ignores: RegExp;
}

const GMAIL: Spelling = { domain: 'gmail.com', ignores: /\./g };
const PROTON: Spelling = { ignores: /[._-]/g };

const SPELLINGS: ReadonlyMap<string, Spelling> = new Map([
  // https://support.google.com/mail/answer/7436150
  ['gmail.com', GMAIL],
  ['googlemail.com', GMAIL],
  // https://proton.me/support/change-username
  ['proton.me', PROTON],
  ['protonmail.com', PROTON],
  ['protonmail.ch', PROTON],
  ['pm.me', PROTON],
]);

/**
 * The mailbox that an address leads to, as far as that is known: the address without its tag, what
 * follows the `+` (RFC 5233), and without the characters that its provider ignores. An address of
 * another mailbox may have the same one, so it decides about gifts alone.
 * @param address in its normal form
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const spelling = SPELLINGS.get(domain);
  const untagged = address.slice(0, at).replace(/(?<=.)\+.*$/, '');
  const local = spelling ? untagged.replaceAll(spelling.ignores, '') : untagged;
  return `${local || address.slice(0, at)}@${spelling?.domain ?? domain}`;
}
