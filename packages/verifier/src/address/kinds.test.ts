import { describe, expect, it } from 'vitest';
import { FREE_DOMAINS } from './free-domains.ts';
import { POPULAR_DOMAINS } from './popular-domains.ts';
import { PROVIDERS } from '../data/providers.ts';
import { ROLE_NAMES } from '../data/role-names.ts';
import { classifyAddress } from './kinds.ts';
import { parseAddress } from './parse-address.ts';

const kinds = (input: string) => {
  const address = parseAddress(input);
  if (!address.valid) throw new Error(`${input}: ${address.detail}`);
  return classifyAddress(address);
};

describe('classifyAddress', () => {
  it.each([
    ['info@example.com', { role: true, disposable: false, free: false, tagged: false }],
    ['INFO+news@example.com', { role: true, disposable: false, free: false, tagged: true }],
    ['Comptabilité@example.fr', { role: true, disposable: false, free: false, tagged: false }],
    ['no-reply@example.com', { role: true, disposable: false, free: false, tagged: false }],
    ['support.team@example.com', { role: true, disposable: false, free: false, tagged: false }],
    ['inform@example.com', { role: false, disposable: false, free: false, tagged: false }],
    ['info.dupont@example.com', { role: false, disposable: false, free: false, tagged: false }],
    ['jean@gmail.com', { role: false, disposable: false, free: true, tagged: false }],
    ['jean@ORANGE.FR', { role: false, disposable: false, free: true, tagged: false }],
    ['contact@free.fr', { role: true, disposable: false, free: true, tagged: false }],
    ['x@mailinator.com', { role: false, disposable: true, free: false, tagged: false }],
    ['x@anything.mailinator.com', { role: false, disposable: true, free: false, tagged: false }],
    ['x@yopmail.com', { role: false, disposable: true, free: false, tagged: false }],
    [
      'x@mailinator.com.example.org',
      { role: false, disposable: false, free: false, tagged: false },
    ],
    ['x@example.craigslist.org', { role: false, disposable: false, free: false, tagged: false }],
  ])('%s', (address, expected) => expect(kinds(address)).toEqual(expected));

  it.each([
    // Listed as disposable
    ['mailinator.com', true],
    ['anything.mailinator.com', true],
    ['wegwerf-email.de', true],
    ['tmail.mx', true],
    ['siempre.gratis', true],
    ['maildrop.cc', true],
    ['spamgourmet.com', true],
    // Permanent aliases
    ['addy.io', false],
    ['anonaddy.com', false],
    ['ada.anonaddy.com', false],
    ['anonaddy.me', false],
    ['simplelogin.com', false],
    ['slmail.me', false],
    ['aleeas.com', false],
    ['duck.com', false],
    ['mozmail.com', false],
    ['relay.firefox.com', false],
    ['privaterelay.appleid.com', false],
    ['passmail.net', false],
    ['ada.33mail.com', false],
    ['sneakemail.com', false],
    // Permanent mailboxes
    ['iwi.net', false],
    ['nospammail.net', false],
    ['mailhaven.com', false],
    ['safe-mail.net', false],
    // Registries of subdomains. A name below them can itself be listed.
    ['uw.edu.pl', false],
    ['ada.eu.org', false],
    ['toko.my.id', false],
    ['ada.duckdns.org', false],
    ['jetable.fr.nf', true],
    // Companies
    ['zamana.com', false],
    ['facebookmail.com', false],
  ])('%s: disposable %s', (domain, expected) =>
    expect(kinds(`x@${domain}`).disposable).toBe(expected),
  );

  it('never classifies a mailbox provider as disposable', () => {
    const hosts = PROVIDERS.flatMap(({ mx }) => mx);
    const domains = [...new Set([...FREE_DOMAINS, ...POPULAR_DOMAINS, ...hosts])];
    expect(domains.filter((domain) => kinds(`x@${domain}`).disposable)).toEqual([]);
  });
});

describe('the lists', () => {
  it('contain only names in lower-case ASCII', () => {
    for (const domain of FREE_DOMAINS) expect(domain).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
    for (const name of ROLE_NAMES) expect(name).toMatch(/^[a-z0-9-]+$/);
  });

  it('include every popular domain in the free domains', () => {
    expect(POPULAR_DOMAINS.filter((domain) => !FREE_DOMAINS.has(domain))).toEqual([]);
  });
});
