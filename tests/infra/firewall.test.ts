import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { generateApiKey } from '../../functions/access/adapters/api-key.ts';
import { contract } from '../../shared/contract/index.ts';
import { findResources, synthesizeTemplate } from './template.ts';

/** Tests which calls the firewall counts as anonymous, and what it logs. */

beforeAll(() => {
  synthesizeTemplate('prod');
});

interface Call {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const field = z.union([
  z.strictObject({ UriPath: z.strictObject({}) }),
  z.strictObject({ SingleHeader: z.strictObject({ Name: z.string() }) }),
]);
const regexMatch = z.strictObject({
  RegexMatchStatement: z.object({
    FieldToMatch: field,
    RegexString: z.string(),
    TextTransformations: z.array(
      z.object({ Type: z.enum(['LOWERCASE', 'URL_DECODE', 'NORMALIZE_PATH']) }),
    ),
  }),
});
const negated = z.strictObject({ NotStatement: z.strictObject({ Statement: regexMatch }) });
const anonymousRule = z.object({
  Name: z.literal('anonymous'),
  Statement: z.object({
    RateBasedStatement: z.object({
      AggregateKeyType: z.literal('IP'),
      EvaluationWindowSec: z.literal(300),
      Limit: z.literal(3000),
      ScopeDownStatement: z.object({
        AndStatement: z.object({ Statements: z.array(z.union([regexMatch, negated])) }),
      }),
    }),
  }),
});

const TRANSFORMATIONS = {
  LOWERCASE: (text: string) => text.toLowerCase(),
  URL_DECODE: decodeURIComponent,
  NORMALIZE_PATH: (text: string) => text.replaceAll(/\/+/g, '/'),
};

function matches({ RegexMatchStatement: rule }: z.output<typeof regexMatch>, call: Call): boolean {
  const { FieldToMatch, RegexString, TextTransformations } = rule;
  const value =
    'UriPath' in FieldToMatch ? call.path : call.headers?.[FieldToMatch.SingleHeader.Name];
  if (value === undefined) return false;
  const text = TextTransformations.reduce((each, { Type }) => TRANSFORMATIONS[Type](each), value);
  return new RegExp(RegexString).test(text);
}

function isAnonymous(call: Call): boolean {
  const [acl] = Object.values(findResources('prod', 'AWS::WAFv2::WebACL', '-Edge'));
  const rules = z.array(z.unknown()).parse(acl?.Properties['Rules']);
  const rule = rules.flatMap((each) => anonymousRule.safeParse(each).data ?? [])[0];
  const { Statements = [] } =
    rule?.Statement.RateBasedStatement.ScopeDownStatement.AndStatement ?? {};
  expect(Statements.length).toBeGreaterThan(1);
  return Statements.every((each) =>
    'NotStatement' in each ? !matches(each.NotStatement.Statement, call) : matches(each, call),
  );
}

describe('the limit on calls without a session or key', () => {
  // A token has the length of a session token, and contains `-`, `_` and digits.
  const bytes = Uint8Array.from({ length: 32 }, (_, index) => (251 + 37 * index) % 256);
  const token = Buffer.from(bytes).toString('base64url');
  const [live, test] = [generateApiKey('live', bytes), generateApiKey('test', bytes)];

  it.each([
    ['no header', {}],
    ['another scheme', { authorization: `Basic ${token}` }],
    ['a short token', { authorization: 'Bearer 1' }],
    ['no key of ours', { 'x-api-key': '1' }],
    ['a cookie', { cookie: `session=${token}` }],
  ])('counts calls with %s', (_, headers) => {
    for (const path of ['/api/me', '/api//me', '/%61pi/me'])
      expect([path, isAnonymous({ path, headers })]).toEqual([path, true]);
  });

  it.each([
    ['a session', { authorization: `Bearer ${token}` }],
    ['a session in another spelling', { authorization: `bearer  ${token} ` }],
    ['a key as a token', { authorization: `Bearer ${live}` }],
    ['a live key', { 'x-api-key': live }],
    ['a test key', { 'x-api-key': test }],
    ['the public test key', { 'x-api-key': 'tms_test_public' }],
  ] satisfies [string, Call['headers']][])('does not count calls with %s', (_, headers) => {
    expect(isAnonymous({ path: '/api/me', headers })).toBe(false);
  });

  it('does not count pages, events of Stripe, or checks of forms', () => {
    const { stripeWebhook, checkForm } = contract;
    for (const path of ['/', '/lists', stripeWebhook.path, checkForm.path])
      expect([path, isAnonymous({ path })]).toEqual([path, false]);
    expect(isAnonymous({ path: '/api/forms' })).toBe(true);
  });
});

it('the firewall logs only blocked requests, for a week, without secrets and queries', () => {
  const logs = Object.entries(findResources('prod', 'AWS::Logs::LogGroup', '-Edge'));
  const [logId, log] =
    logs.find(([, { Properties }]) => String(Properties['LogGroupName']).startsWith('aws-waf-')) ??
    [];
  expect(log?.Properties['LogGroupName']).toBe('aws-waf-logs-tamis-prod');
  const [row = ''] = /^\| request that the firewall blocked.*$/m.exec(
    readFileSync('docs/operators/privacy.md', 'utf8'),
  ) ?? [''];
  expect(row).toContain(`| ${String(log?.Properties['RetentionInDays'])} days `);
  const [logging] = Object.values(
    findResources('prod', 'AWS::WAFv2::LoggingConfiguration', '-Edge'),
  );
  expect(logging?.Properties).toMatchObject({
    LogDestinationConfigs: [{ 'Fn::Join': ['', [expect.stringMatching(/:$/), { Ref: logId }]] }],
    LoggingFilter: {
      DefaultBehavior: 'DROP',
      Filters: [
        {
          Behavior: 'KEEP',
          Requirement: 'MEETS_ANY',
          Conditions: [{ ActionCondition: { Action: 'BLOCK' } }],
        },
      ],
    },
    RedactedFields: [
      { QueryString: {} },
      ...['authorization', 'cookie', 'x-api-key', 'x-csrf-token'].map((Name) => ({
        SingleHeader: { Name },
      })),
    ],
  });
});
