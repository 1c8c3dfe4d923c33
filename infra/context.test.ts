import { describe, expect, it } from 'vitest';
import { configOf } from './config.ts';
import { readContext } from './context.ts';

const PRODUCTION = {
  domain: 'verify.example.org',
  account: '111111111111',
  region: 'eu-west-3',
  alarmEmail: 'ops@example.org',
  egress: 'nat',
};
const read = (given: Record<string, unknown>) => readContext((name) => given[name]);

describe('the values of a deployment', () => {
  it('are read as the command line gives them', () => {
    const given = { ...PRODUCTION, account: 111_111_111_111, settings: '{"LIMIT_FACTOR":"2"}' };
    expect(read(given)).toEqual({ ...PRODUCTION, settings: { LIMIT_FACTOR: '2' } });
    expect(read({})).toEqual({});
  });

  it.each([
    ['domain', 'tamis.example', 'is still a placeholder'],
    ['domain', '<your domain>', 'is still a placeholder'],
    ['domain', 'https://verify.example.org', 'is not a domain like verify.example.org'],
    ['account', '000000000000', 'is still a placeholder'],
    ['account', '123456789012', 'is still a placeholder'],
    ['account', '1111', 'is not an account number of twelve digits'],
    ['region', 'Paris', 'is not a region like eu-west-3'],
    ['alarmEmail', 'CHANGE_ME', 'is still a placeholder'],
    ['alarmEmail', 'ops', 'is not an email address'],
    ['egress', 'vpn', 'is not one of nat, socks5, off'],
    ['hostedZoneId', 'example.org', 'is not the id of a hosted zone like Z0123456789ABCDEFGHIJ'],
  ])('-c %s=%s %s', (name, value, wrong) => {
    expect(() => read({ ...PRODUCTION, [name]: value })).toThrow(`-c ${name}: ${wrong}`);
  });
});

describe('a stage', () => {
  it('that is not there is refused by name', () => {
    expect(() => configOf('staging')).toThrow(
      'There is no stage "staging": say -c stage=NAME, local, dev, prod.',
    );
  });

  it('of production needs every value', () => {
    for (const name of Object.keys(PRODUCTION)) {
      const { [name]: _, ...rest } = PRODUCTION as Record<string, string>;
      expect(() => configOf('prod', read(rest))).toThrow(
        `The stage prod cannot be described without -c ${name}=…`,
      );
    }
    expect(() => configOf('prod')).toThrow(
      '-c domain=… -c account=… -c region=… -c alarmEmail=… -c egress=…',
    );
  });

  it('with a domain needs an account and a region, since the stack of CloudFront is in another', () => {
    expect(() => configOf('dev', { domain: 'dev.example.org' })).toThrow(
      'The stage dev cannot be described without -c account=… -c region=…',
    );
    expect(configOf('dev').account?.domain).toBeUndefined();
  });

  it.each([
    ['nat', 'direct'],
    ['socks5', 'secret'],
    ['off', 'off'],
  ])('with egress %s sends by %s', (egress, setting) => {
    expect(configOf('prod', read({ ...PRODUCTION, egress })).settings).toMatchObject({
      PUBLIC_ORIGIN: 'https://verify.example.org',
      MAIL_FROM: 'no-reply@verify.example.org',
      SMTP_HELO: 'mta.verify.example.org',
      SMTP_EGRESS: setting,
      VIEWER_ADDRESS_HEADER: 'x-viewer-address',
    });
  });
});
