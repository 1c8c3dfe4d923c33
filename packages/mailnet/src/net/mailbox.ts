import { domainToASCII } from 'node:url';

export interface Mailbox {
  /** Includes quotes, in the original spelling. */
  local: string;
  /** Lower-case ASCII (A-labels). */
  domain: string;
  /** Whether the local part needs SMTPUTF8 (RFC 6531). */
  utf8: boolean;
}

const ATOM = String.raw`[\w!#$%&'*+/=?^\x60{|}~\u0080-\u{10ffff}-]+`;
const QUOTED_STRING = String.raw`"(?:[ !\x23-\x5b\x5d-\x7e\u0080-\u{10ffff}]|\\[ -~])*"`;
const ADDRESS = new RegExp(String.raw`^(${ATOM}(?:\.${ATOM})*|${QUOTED_STRING})@([^\s@]+)$`, 'u');
const DOMAIN_NAME =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/u;
const BEYOND_ASCII = /[^\0-\x7f]/u;

/** Parses `local@domain` (RFC 5321 §4.1.2, RFC 6531); `undefined` if it is invalid. */
export function parseMailbox(text: string): Mailbox | undefined {
  if (text.length > 320) return undefined;
  const [, local, written] = ADDRESS.exec(text) ?? [];
  if (local === undefined || written === undefined) return undefined;
  const lower = written.toLowerCase();
  const domain = BEYOND_ASCII.test(lower) ? domainToASCII(lower) : lower;
  const utf8 = BEYOND_ASCII.test(local);
  const octets = utf8 ? Buffer.byteLength(local) : local.length;
  if (octets > 64 || !DOMAIN_NAME.test(domain) || octets + 1 + domain.length > 254)
    return undefined;
  return { local, domain, utf8 };
}
