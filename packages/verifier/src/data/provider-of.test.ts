import { describe, expect, it } from 'vitest';
import { PROVIDERS, type ProviderId } from './providers.ts';
import { providerOf } from './provider-of.ts';

describe('providerOf', () => {
  it.each([
    ['gmail-smtp-in.l.google.com', 'google'],
    ['aspmx.l.google.com.', 'google'],
    ['example-com.mail.protection.outlook.com', 'microsoft'],
    ['hotmail-com.olc.protection.outlook.com', 'microsoft'],
    ['example-com.o-v1.mx.microsoft', 'microsoft'],
    ['mta5.am0.yahoodns.net', 'yahoo'],
    ['mx-att.mail.am0.yahoodns.net', 'yahoo'],
    ['mx1.mail.yahoo.co.jp', 'yahoo-japan'],
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
    ['mx2.zoho.eu', 'zoho'],
    ['smtpin.zoho.com', 'zoho'],
    ['mx01.ionos.co.uk', 'ionos'],
    ['inbound-smtp.us-east-1.amazonaws.com', 'amazon'],
    ['inbound-smtp.sa-east-1.amazonaws.com', 'amazon'],
    ['aspmx5.googlemail.com', 'google'],
    ['eforward3.registrar-servers.com', 'namecheap'],
    ['mx2.mxge.comcast.net', 'comcast'],
    ['acme.in.tmes.trendmicro.eu', 'trendmicro'],
    ['za-smtp-inbound-2.mimecast.co.za', 'mimecast'],
    ['mx4-us.spamexperts.com', 'spamexperts'],
    ['1a2b3c.mx2.emailprofi.seznam.cz', 'seznam'],
    ['mx4.hanmail.net', 'daum'],
    ['mx1.titan.email', 'titan'],
  ])('%s belongs to %s', (host, id) => expect(providerOf(host)?.id).toBe(id));

  it.each(['mx.example.com', 'notgoogle.com', 'google.com.example.org', 'com', '', '.'])(
    '%j belongs to no known provider',
    (host) => expect(providerOf(host)).toBeUndefined(),
  );

  it.each([
    // Rented servers
    'vps-1234abcd.vps.ovh.net',
    'ns1234567.ovh.net',
    'ip1.ip-192-0-2.ovh.net',
    'ec2-192-0-2-1.compute-1.amazonaws.com',
    'ec2-192-0-2-1.eu-west-3.compute.amazonaws.com',
    'mail-0123456789abcdef.elb.eu-west-1.amazonaws.com',
    'inbound-smtp.s3.amazonaws.com',
    'host1-2-0-192.serverdedicati.aruba.it',
    'ip-192-0-2-1.ip.secureserver.net',
    'p3plcpnl0001.prod.phx3.secureserver.net',
    'infong1.kundenserver.de',
    'xxxcnn0330.locaweb.com.br',
    'sd-12345.online.net',
    'server1.o2switch.net',
    'tenant.fortimailcloud.com',
    // Hosts of internet subscribers
    'lcaen-156-1-1-1.w192-0.abo.wanadoo.fr',
    'gre92-1-192-0-2-1.fbx.proxad.net',
    'i12.rev.numericable.fr',
    'lns-bzn-1.adsl.neuf.fr',
    'reims-151-1-1-1.abo.bbox.fr',
    'p1234567.dip0.t-online.de',
    'host-192-0-2-1.business.telecomitalia.it',
    'cust-1.cable.dynamic.v4.ziggo.nl',
    'kensentme.xs4all.nl',
    'd5152a1b2.access.telenet.be',
    '1.2-0-192.adsl-dyn.isp.belgacom.be',
    '1-2.0-192.cust.bluewin.ch',
    '1.red-192-0-2.staticip.telefonica.net',
    'c-192-0-2-1.hsd1.ca.comcast.net',
    'cpe-192-0-2-1.kc.res.rr.com',
    'wsip-192-0-2-1.dc.dc.cox.net',
    'softbank192000002001.bbtec.softbank.ne.jp',
    // Pages and shops named after their owner
    'user.free.fr',
    'user.blog.163.com',
    '12345.qzone.qq.com',
    'user.republika.onet.pl',
    'user.w.interia.pl',
    'name.sites.uol.com.br',
    'alias.awsapps.com',
    // Other hosts of a provider, which send mail or serve pages
    'mail-wm1-f51.google.com',
    'eur01-db5-obe.outbound.protection.outlook.com',
    'smtp-out.orange.fr',
    'mx.example.p10.mxthunder.com',
    'smtp.titan.email',
    'mail.hanmail.net',
  ])('does not attribute %s to its provider', (host) => expect(providerOf(host)).toBeUndefined());
});

describe('the table', () => {
  it('defines the provider ids that rules may contain', () => {
    const known: ProviderId = 'gmx';
    // @ts-expect-error a rule for a provider that is not in the table does not compile
    const unknown: ProviderId = 'gmail';
    const ids = new Set<string>(PROVIDERS.map(({ id }) => id));
    expect([ids.has(known), ids.has(unknown)]).toEqual([true, false]);
  });

  it('contains each provider and suffix once, in lower case, without leading or trailing dots', () => {
    const ids = PROVIDERS.map(({ id }) => id);
    const suffixes = PROVIDERS.flatMap(({ mx }) => mx);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(suffixes).size).toBe(suffixes.length);
    for (const suffix of suffixes) expect(suffix).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
  });

  it('contains an entire domain only if all its hosts are the provider’s', () => {
    const suffixes = PROVIDERS.flatMap(({ mx }) => mx);
    expect(suffixes.filter((suffix) => suffix.split('.').length === 2)).toEqual([
      'mx.microsoft',
      'pphosted.com',
      'ppe-hosted.com',
      'iphmx.com',
    ]);
  });

  it('contains usable limits', () => {
    for (const { recipientsPerTransaction, sessions } of PROVIDERS) {
      expect(recipientsPerTransaction).toBeGreaterThan(0);
      expect(recipientsPerTransaction).toBeLessThanOrEqual(20);
      expect(sessions.initial).toBeGreaterThan(0);
      expect(sessions.max).toBeGreaterThanOrEqual(sessions.initial);
    }
  });

  it('sends the probe to Microsoft in its own transaction, and to Yahoo first', () => {
    const special = PROVIDERS.filter(({ probe }) => probe !== 'same_transaction');
    expect(special.map(({ id, probe }) => [id, probe])).toEqual([
      ['microsoft', 'own_transaction'],
      ['yahoo', 'first'],
    ]);
  });
});
