import { expect, test } from 'vitest';
import { checkPostPolicy } from './post-policy.ts';

const NOW = new Date('2026-03-04T05:06:07Z');

const check = (conditions: unknown, fields: Record<string, string>) =>
  checkPostPolicy(
    Buffer.from(JSON.stringify({ expiration: '2026-03-04T05:06:08Z', conditions })).toString(
      'base64',
    ),
    new Map(Object.entries({ key: 'k', ...fields })),
    NOW,
  );

const refused = (message: string) => expect.objectContaining({ code: 'AccessDenied', message });

test('checks conditions exactly, by prefix, and for every content type of a list', () => {
  const conditions = [
    { KEY: 'k' },
    ['eq', '$x-amz-meta-a', '1'],
    ['starts-with', '$Content-Type', 'text/'],
    ['starts-with', '$x-amz-meta-b', ''],
  ];
  const good = {
    'x-amz-meta-a': '1',
    'content-type': 'text/csv,text/plain',
    'x-amz-meta-b': 'any',
  };
  expect(check(conditions, good)).toEqual({ min: 0, max: 5 * 1024 ** 3 });
  expect(() => check(conditions, { ...good, 'x-amz-meta-a': '11' })).toThrow(
    refused('Invalid according to Policy: Policy Condition failed: ["eq","$x-amz-meta-a","1"]'),
  );
  expect(() => check(conditions, { ...good, 'content-type': 'text/csv,image/png' })).toThrow(
    refused(
      'Invalid according to Policy: Policy Condition failed: ["starts-with","$Content-Type","text/"]',
    ),
  );
});

test('requires a condition for each field, with a few exceptions', () => {
  const free = { policy: 'p', 'x-amz-signature': 's', bucket: 'b', 'x-ignore-me': '1' };
  expect(check([{ key: 'k' }], free)).toBeDefined();
  expect(() => check([{ key: 'k' }], { acl: 'public-read' })).toThrow(
    refused('Invalid according to Policy: Extra input fields: acl'),
  );
  expect(() => check([], {})).toThrow(
    refused('Invalid according to Policy: Extra input fields: key'),
  );
});
