import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { findResources, synthesizeTemplate } from '../../tests/infra/template.ts';
import { PAUSE_RULES } from './pause-rules.ts';

const acl = z.strictObject({
  CustomResponseBodies: z.record(
    z.string(),
    z.object({ ContentType: z.string(), Content: z.string() }),
  ),
  DefaultAction: z.unknown(),
  Rules: z.array(z.object({ Priority: z.number() })),
  Scope: z.literal('CLOUDFRONT'),
  Tags: z.unknown(),
  VisibilityConfig: z.unknown(),
});

beforeAll(() => {
  synthesizeTemplate('prod');
});

/** Fails if the web ACL has settings that a pause would lose, because it writes all others back. */
const readAcl = () =>
  acl.parse(Object.values(findResources('prod', 'AWS::WAFv2::WebACL', '-Edge'))[0]?.Properties);

it.each([
  ['/api/login', 'pausedCalls'],
  ['/api', 'pausedPages'],
  ['/', 'pausedPages'],
  ['/lists/api/', 'pausedPages'],
])('a paused stage refuses %s by the rule %s', (path, name) => {
  const matching = PAUSE_RULES.find(({ Statement }) =>
    new RegExp(Statement.RegexMatchStatement.RegexString).test(path),
  );
  expect(matching?.Name).toBe(name);
});

it('the rules precede those of the firewall, and respond with 503 and Retry-After', () => {
  const { CustomResponseBodies, Rules } = readAcl();
  const first = Math.min(...Rules.map(({ Priority }) => Priority));
  expect(PAUSE_RULES.map(({ Priority }) => Priority)).toEqual([first - 2, first - 1]);
  for (const { Action } of PAUSE_RULES) {
    const { CustomResponseBodyKey, ...response } = Action.Block.CustomResponse;
    expect(CustomResponseBodies).toHaveProperty(CustomResponseBodyKey);
    expect(response).toEqual({
      ResponseCode: 503,
      ResponseHeaders: [
        { Name: 'Cache-Control', Value: 'no-store' },
        { Name: 'Retry-After', Value: '300' },
      ],
    });
  }
});

it('pages respond in English and French, and no body exceeds the 4 KB of WAF', () => {
  const { pausePage, ...others } = readAcl().CustomResponseBodies;
  expect(pausePage).toEqual({
    ContentType: 'TEXT_HTML',
    Content: expect.stringMatching(
      /<p lang="en">Tamis is paused .*<p lang="fr">Tamis est en pause .* r&#233;essayer/,
    ),
  });
  for (const { Content } of [...Object.values(others), ...(pausePage ? [pausePage] : [])])
    expect(Content.length).toBeLessThan(4096);
});
