import { writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createStageConfig } from './config.ts';
import { PRODUCTION_CONFIG as TAMIS } from '../../tests/infra/production.ts';
import { parseStageFile, readStageFile } from './stage-file.ts';

const PRODUCTION = {
  kind: 'prod',
  domain: 'verify.example.org',
  account: '111111111111',
  region: 'eu-west-3',
  alarmEmail: 'ops@example.org',
  egress: { kind: 'socks5' },
  tax: 'franchise-293B',
  seller: TAMIS.seller,
  links: {
    faq: 'https://faq.example.org',
    support: 'mailto:support@example.org',
    privacy: 'https://privacy.example.org',
  },
};

describe('the values of a stage file', () => {
  it('are read as written, with defaults for the budget and settings', () => {
    expect(parseStageFile('prod-eu2', { ...PRODUCTION, settings: { LIMIT_FACTOR: '2' } })).toEqual({
      ...PRODUCTION,
      monthlyBudget: 200,
      packagesPublished: false,
      settings: { LIMIT_FACTOR: '2' },
    });
    expect(parseStageFile('dev', { kind: 'dev' })).toEqual({
      kind: 'dev',
      monthlyBudget: 200,
      packagesPublished: false,
      settings: {},
    });
  });

  it.each<[string, unknown, string]>([
    ['kind', 'staging', 'kind is not prod or dev'],
    ['domain', 'tamis.example', 'domain is still a placeholder'],
    ['domain', '<your domain>', 'domain is still a placeholder'],
    ['domain', 'https://verify.example.org', 'domain is not a domain like verify.example.org'],
    ['account', '000000000000', 'account is still a placeholder'],
    ['account', '123456789012', 'account is still a placeholder'],
    ['account', '1111', 'account is not an account number of twelve digits'],
    ['account', 111_111_111_111, 'account is not an account number of twelve digits in quotes'],
    ['region', 'Paris', 'region is not a region like eu-west-3'],
    ['alarmEmail', 'CHANGE_ME', 'alarmEmail is still a placeholder'],
    [
      'alarmEndpoint',
      'http://pager.test/x',
      'alarmEndpoint is not an https: URL or a phone number',
    ],
    ['alarmEndpoint', '0612345678', 'alarmEndpoint is not an https: URL or a phone number'],
    [
      'seller',
      { ...PRODUCTION.seller, office: '[registered office, to be completed]' },
      'seller.office is still a placeholder',
    ],
    [
      'seller',
      { ...PRODUCTION.seller, company: '[à compléter]' },
      'seller.company is still a placeholder',
    ],
    ['alarmEmail', 'ops', 'alarmEmail is not an email address'],
    ['egress', 'nat', 'egress is not {"kind": …} with one of hosts, socks5, off'],
    ['egress', { kind: 'nat' }, 'egress.kind is not {"kind": …} with one of hosts, socks5, off'],
    ['egress', { kind: 'hosts' }, 'egress.count is not a number from 1 to 16'],
    ['egress', { kind: 'hosts', count: 17 }, 'egress.count is not a number from 1 to 16'],
    ['egress', { kind: 'off', count: 2 }, 'egress Unrecognized key: "count"'],
    ['hostedZoneId', 'example.org', 'hostedZoneId is not the id of a hosted zone'],
    ['settings', { LIMIT_FACTOR: 2 }, 'settings.LIMIT_FACTOR is not a text in quotes'],
    ['links', { ...PRODUCTION.links, faq: 'faq' }, 'links.faq is not an address like'],
    [
      'links',
      { ...PRODUCTION.links, support: 'help@tamis.test' },
      'links.support is not an address like',
    ],
    ['tax', 'no', 'tax is not one of stripe, franchise-293B'],
    ['customers', 'consumers', 'Unrecognized key: "customers"'],
    [
      'seller',
      { company: '', legalForm: 'TODO', contact: 'us', complaintDays: '30' },
      'seller.company is not the name of the company; seller.legalForm is still a placeholder; ' +
        'seller.office is not the address of the registered office; seller.registration is not ' +
        'the number under which the company is registered; seller.contact is not an email address; ' +
        'seller.complaintDays is not a number of days',
    ],
    ['bulkWorkers', 1, 'bulkWorkers is not a number from 2 to 1000'],
    ['monthlyBudget', '200', 'monthlyBudget is not a number of dollars'],
    ['alarmMail', 'ops@example.org', 'Unrecognized key: "alarmMail"'],
  ])('are rejected with an error that names the value: %s %j', (name, value, wrong) => {
    expect(() => parseStageFile('prod', { ...PRODUCTION, [name]: value })).toThrow(
      `The stage prod has an invalid file: ${wrong}`,
    );
  });
});

describe('a stage', () => {
  it.each(['local', 'Prod', 'prod_2', '', '../prod', 'a-very-long-name-of-it'])(
    'rejects the name "%s"',
    (name) => {
      expect(() => parseStageFile(name, PRODUCTION)).toThrow('is not a valid stage name');
    },
  );

  it('requires every value in production', () => {
    for (const name of ['domain', 'account', 'region', 'alarmEmail', 'egress', 'tax']) {
      const { [name]: _, ...rest } = PRODUCTION as Record<string, unknown>;
      expect(() => createStageConfig('prod', rest)).toThrow(
        `The stage prod is incomplete: it lacks ${name}.`,
      );
    }
    expect(() => createStageConfig('main', { kind: 'prod' })).toThrow(
      'The stage main is incomplete: it lacks domain, account, region, alarmEmail, egress, tax, links, ' +
        'seller.company, seller.legalForm, seller.office, seller.registration, seller.contact, ' +
        'seller.complaintDays.',
    );
  });

  it("requires an account and a region with a domain, because CloudFront's stack is in another region", () => {
    expect(() => createStageConfig('dev', { kind: 'dev', domain: 'dev.example.org' })).toThrow(
      'The stage dev is incomplete: it lacks account, region.',
    );
    expect(createStageConfig('dev', { kind: 'dev' }).account?.domain).toBeUndefined();
  });

  it('takes its numbers from its kind, and keeps its own name', () => {
    const { stage, keepsData, logDays } = createStageConfig('prod-eu2', PRODUCTION);
    expect({ stage, keepsData, logDays }).toEqual({
      stage: 'prod-eu2',
      keepsData: true,
      logDays: 30,
    });
  });

  it.each([
    ['socks5', 'secret'],
    ['off', 'off'],
  ])('with egress %s, sets SMTP_EGRESS to %s', (kind, setting) => {
    expect(createStageConfig('prod', { ...PRODUCTION, egress: { kind } }).settings).toMatchObject({
      PUBLIC_ORIGIN: 'https://verify.example.org',
      MAIL_FROM: 'no-reply@verify.example.org',
      SMTP_HELO: 'mta.verify.example.org',
      SMTP_EGRESS: setting,
      VIEWER_ADDRESS_HEADER: 'x-viewer-address',
      STRIPE_LIVE: 'true',
      TAX: 'franchise-293B',
    });
  });

  it('is read from a file in infra/stages, or from the path of another file', async () => {
    const { stage, file } = readStageFile('example');
    expect(createStageConfig(stage, file).account?.domain).toBe('verify.example.org');
    const path = join(await mkdtemp(join(tmpdir(), 'stage-')), 'trial.json');
    writeFileSync(path, '{"kind":"dev"}');
    expect(readStageFile(path)).toEqual({ stage: 'trial', file: { kind: 'dev' } });
    writeFileSync(path, '{');
    for (const named of ['staging', path])
      expect(() => readStageFile(named)).toThrow(
        `There is no stage "${named}", or its file cannot be`,
      );
    expect(() => readStageFile('')).toThrow('Specify a stage');
  });
});
