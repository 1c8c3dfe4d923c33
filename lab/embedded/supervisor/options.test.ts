import { expect, test } from 'vitest';
import { StartError } from '../services/start-error.ts';
import { parseStartOptions } from './options.ts';
import { localSettings, localSiteConfig } from './settings.ts';

test('defaults to port 3000, the simulated internet and five minutes per second', () => {
  expect(parseStartOptions([], {})).toEqual({
    port: 3000,
    watch: false,
    internet: false,
    timeScale: 300,
  });
});

test.each([
  [['--watch'], { PORT: '0', TIME_SCALE: '10' }, { port: 0, watch: true, timeScale: 10 }],
  [['--internet'], { TIME_SCALE: '10' }, { internet: true, timeScale: 1 }],
])('reads %j and %j', (args, environment, expected) => {
  expect(parseStartOptions(args, environment)).toMatchObject(expected);
});

test.each([
  [[], { PORT: '65536' }, 'PORT must be a number from 0 to 65535.'],
  [[], { PORT: '3000.5' }, 'PORT must be'],
  [[], { TIME_SCALE: 'fast' }, 'TIME_SCALE must be a number from 1 to 1000.'],
  [['--intranet'], {}, "Unknown option '--intranet'"],
  [['now'], {}, "Unexpected argument 'now'"],
])('rejects %j and %j', (args, environment, sentence) => {
  expect(() => parseStartOptions(args, environment)).toThrow(StartError);
  expect(() => parseStartOptions(args, environment)).toThrow(sentence);
});

const ORIGIN = 'http://localhost:3000';

test('gives functions the ports of the simulated internet', () => {
  const mailnet = { dnsPort: 53, smtpPort: 25, countersPort: 80 };
  expect(localSettings(ORIGIN, { mailnet, timeScale: 60 }, {})).toEqual({
    PUBLIC_ORIGIN: ORIGIN,
    SUPPORT_URL: 'mailto:support@tamis.test',
    LIMIT_FACTOR: '100',
    CHECK_OUTPUT: 'true',
    TIME_SCALE: '60',
    SMTP_EGRESS: 'direct',
    STRIPE_API_BASE: ORIGIN,
    SERVICES_ORIGIN: ORIGIN,
    OAUTH_CLIENTS: 'mailchimp=local,hubspot=local',
    DNS_SERVERS: '127.0.0.1:53',
    PUBLIC_DNS_SERVERS: '127.0.0.1:53',
    SMTP_PORT: '25',
    SMTP_ALLOW_PRIVATE: 'true',
    WEBHOOKS_ALLOW_PRIVATE: 'true',
  });
});

test('on the real internet with a real Stripe key, reaches no private address and accepts overrides', () => {
  const environment = {
    SMTP_EGRESS: 'socks5://127.0.0.1:1080',
    LIMIT_FACTOR: '1',
    STAGE: 'prod',
    STRIPE_SECRET_KEY: 'sk_test_mine',
    SUPPORT_URL: 'https://help.test/',
  };
  expect(localSettings(ORIGIN, { mailnet: undefined, timeScale: 1 }, environment)).toEqual({
    PUBLIC_ORIGIN: ORIGIN,
    SUPPORT_URL: 'https://help.test/',
    LIMIT_FACTOR: '1',
    CHECK_OUTPUT: 'true',
    TIME_SCALE: '1',
    SMTP_EGRESS: 'socks5://127.0.0.1:1080',
  });
});

test('reads the seller’s details under the names of the conditions', () => {
  expect(localSiteConfig({ SELLER: '{"company":"Tamis SAS"}' }).seller).toEqual({
    company: 'Tamis SAS',
  });
  expect(localSiteConfig({}).seller).toMatchObject({ company: 'Example SAS', complaintDays: 30 });
  expect(() => localSiteConfig({ SELLER: '{"name":"Tamis SAS"}' })).toThrow('name');
});

test('mentions packages if the environment says that they are published', () => {
  expect(localSiteConfig({}).packagesPublished).toBe(false);
  expect(localSiteConfig({ PACKAGES_PUBLISHED: 'true' }).packagesPublished).toBe(true);
});
