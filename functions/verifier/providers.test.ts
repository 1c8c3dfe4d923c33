import { describe, expect, it } from 'vitest';
import { PROVIDERS, type ProviderId } from './data/providers.ts';
import { providerOf } from './providers.ts';

describe('providerOf', () => {
  it.each([
    ['gmail-smtp-in.l.google.com', 'google'],
    ['aspmx.l.google.com.', 'google'],
    ['example-com.mail.protection.outlook.com', 'microsoft'],
    ['hotmail-com.olc.protection.outlook.com', 'microsoft'],
    ['example-com.o-v1.mx.microsoft', 'microsoft'],
    ['mta5.am0.yahoodns.net', 'yahoo'],
    ['MX01.MAIL.ICLOUD.COM', 'apple'],
    ['smtp-in.orange.fr', 'orange'],
    ['mx1.free.fr', 'free'],
    ['smtp-in.sfr.fr', 'sfr'],
    ['smtpz4.laposte.net', 'laposte'],
    ['mx1.mail.ovh.net', 'ovh'],
    ['spool.mail.gandi.net', 'gandi'],
    ['mx00.ionos.fr', 'ionos'],
    ['mx00.kundenserver.de', 'ionos'],
    ['mx00.emig.gmx.net', 'gmx'],
    ['mx-ha02.web.de', 'gmx'],
    ['mxa-00123.gslb.pphosted.com', 'proofpoint'],
    ['eu-smtp-inbound-1.mimecast.com', 'mimecast'],
    ['d1.ess.barracudanetworks.com', 'barracuda'],
    ['mx1.hc123-45.iphmx.com', 'cisco'],
    ['cluster1.eu.messagelabs.com', 'messagelabs'],
    ['mxs.mail.ru', 'mailru'],
    ['mx3.qq.com', 'qq'],
    ['163mx01.mxmail.netease.com', 'netease'],
  ])('%s is %s', (host, id) => expect(providerOf(host)?.id).toBe(id));

  it.each(['mx.example.com', 'notgoogle.com', 'google.com.example.org', 'com', '', '.'])(
    'nobody runs %j',
    (host) => expect(providerOf(host)).toBeUndefined(),
  );
});

describe('the table', () => {
  it('gives the ids that rules may name', () => {
    const known: ProviderId = 'gmx';
    // @ts-expect-error a rule for a provider that is not in the table does not compile
    const unknown: ProviderId = 'gmail';
    const ids = new Set<string>(PROVIDERS.map(({ id }) => id));
    expect([ids.has(known), ids.has(unknown)]).toEqual([true, false]);
  });

  it('names each provider and each suffix once, lower case, without edge dots', () => {
    const ids = PROVIDERS.map(({ id }) => id);
    const suffixes = PROVIDERS.flatMap(({ mx }) => mx);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(suffixes).size).toBe(suffixes.length);
    for (const suffix of suffixes) expect(suffix).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
  });

  it('holds numbers a session can work with', () => {
    for (const { recipientsPerTransaction, sessions } of PROVIDERS) {
      expect(recipientsPerTransaction).toBeGreaterThan(0);
      expect(recipientsPerTransaction).toBeLessThanOrEqual(20);
      expect(sessions.initial).toBeGreaterThan(0);
      expect(sessions.max).toBeGreaterThanOrEqual(sessions.initial);
    }
  });

  it('gives Microsoft a transaction of its own for the probe', () => {
    expect(
      PROVIDERS.filter(({ probe }) => probe === 'own_transaction').map(({ id }) => id),
    ).toEqual(['microsoft']);
  });
});
