import { mailHostPurposeOf } from '../data/mail-hosts.ts';
import { providerOf } from '../data/provider-of.ts';
import { isListedDisposableDomain } from '../data/disposable-domains.ts';
import { FREE_DOMAINS } from './free-domains.ts';
import { DISPOSABLE_EXCEPTIONS } from '../data/disposable-exceptions.ts';
import { ROLE_NAMES } from '../data/role-names.ts';
import { withParents } from '../data/parent-domains.ts';
import type { ParsedAddress } from './types.ts';

/** Classifies an address by its text only, without contacting a server. */
export const classifyAddress = ({ local, ascii }: ParsedAddress) => ({
  /** Whether the local part names a function rather than a person: `info`, `comptabilite`. */
  role: isRole(functionName(local)),
  ...classifyDomain(ascii),
  /** Whether the address is a subaddress (RFC 5233), such as `ada+news`. */
  tagged: local.indexOf('+') > 0,
});

/** @param ascii the domain of an address, in lower case and with A-labels */
export const classifyDomain = (ascii: string) => ({
  disposable: isDisposable(ascii),
  /** Whether the domain is a consumer mailbox provider's, such as `gmail.com` or `orange.fr`. */
  free: FREE_DOMAINS.has(ascii),
});

/**
 * Returns the kind of a shared mail host, or undefined if the host is not known to serve the
 * domains of many owners.
 * @param host in lower case
 */
export const mailHostKindOf = (host: string) =>
  mailHostPurposeOf([host]) ?? (providerOf(host) && 'provider');

/** Whether a name, or each word of it, names a function: `sales-team`, but not `sales.jane`. */
const isRole = (name: string): boolean =>
  ROLE_NAMES.has(name) ||
  (/[-._]/.test(name) && name.split(/[-._]+/).every((word) => ROLE_NAMES.has(word)));

const ASCII = /^[ -~]*$/;

/** Returns the local part in lower case, without a subaddress (RFC 5233) and without accents. */
function functionName(local: string): string {
  const name = (local.split('+', 1)[0] ?? '').toLowerCase();
  if (ASCII.test(name)) return name;
  return name.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
}

/**
 * Every name below a listed name is disposable, too: `anything.mailinator.com`. Exceptions do not
 * count as listed.
 */
const isDisposable = (ascii: string): boolean =>
  withParents(ascii).some((name) => isListedDisposableDomain(name) && !isException(name));

const isException = (name: string): boolean =>
  DISPOSABLE_EXCEPTIONS.has(name) || FREE_DOMAINS.has(name);
