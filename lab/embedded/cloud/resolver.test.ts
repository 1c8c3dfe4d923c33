import { expect, test } from 'vitest';
import { z } from 'zod';
import { resolveTemplate } from './resolver.ts';
import { parseTemplate, rejectUnknownTypes } from './template.ts';

const SQS = 'http://127.0.0.1:9324';

const at = (path: string) => ({ 'aws:cdk:path': `Tamis-local/${path}/Resource` });

const resolve = (value: unknown): unknown => {
  const template = parseTemplate({
    Resources: {
      Q1: { Type: 'AWS::SQS::Queue', Metadata: at('queues/verifyBulk') },
      B1: { Type: 'AWS::S3::Bucket', Metadata: at('buckets/uploads') },
      T1: { Type: 'AWS::DynamoDB::Table', Metadata: at('table') },
      F1: { Type: 'AWS::Lambda::Function', Metadata: at('api/verifyOtp') },
      S1: { Type: 'AWS::SecretsManager::Secret', Metadata: at('secret') },
      X1: { Type: 'Test::It', Properties: { value } },
    },
  });
  const [it] = resolveTemplate(template, SQS)
    .resources('Test::It', z.object({ value: z.unknown() }))
    .values();
  return it?.value;
};

test.each([
  ['a queue is its URL', 'Q1', `${SQS}/000000000000/tamis-queues-verify-bulk`],
  ['a bucket is its name', 'B1', 'tamis-buckets-uploads'],
  ['a table is its name', 'T1', 'tamis-table'],
  ['a function is its name', 'F1', 'tamis-api-verify-otp'],
  [
    'a secret is its ARN',
    'S1',
    'arn:aws:secretsmanager:eu-west-3:000000000000:secret:tamis-secret',
  ],
  ['the account is the emulators’', 'AWS::AccountId', '000000000000'],
])('resolves Ref: %s', (_, Ref, expected) => {
  expect(resolve({ Ref })).toBe(expected);
});

test('resolves Fn::GetAtt to ARNs', () => {
  expect(resolve({ 'Fn::GetAtt': ['Q1', 'Arn'] })).toBe(
    'arn:aws:sqs:eu-west-3:000000000000:tamis-queues-verify-bulk',
  );
  expect(resolve({ 'Fn::GetAtt': ['B1', 'Arn'] })).toBe('arn:aws:s3:::tamis-buckets-uploads');
});

test('resolves nested Fn::Join and Fn::Sub', () => {
  const joined = { 'Fn::Join': ['', [{ 'Fn::GetAtt': ['B1', 'Arn'] }, '/work/*']] };
  expect(resolve([{ deep: joined }])).toEqual([
    { deep: 'arn:aws:s3:::tamis-buckets-uploads/work/*' },
  ]);
  const bucket = 'assets-${AWS::AccountId}-${AWS::Region}';
  expect(resolve({ 'Fn::Sub': bucket })).toBe('assets-000000000000-eu-west-3');
});

test('leaves values without an intrinsic function unchanged', () => {
  expect(resolve({ a: [1, true, null, 'x'], Ref: 'T1', b: 2 })).toEqual({
    a: [1, true, null, 'x'],
    Ref: 'T1',
    b: 2,
  });
});

test('throws an error that names what it cannot resolve', () => {
  expect(() => resolve({ Ref: 'Nowhere' })).toThrow('The template has no resource Nowhere.');
  expect(() => resolve({ 'Fn::Select': [0, ['a']] })).toThrow('does not know Fn::Select');
  expect(() => resolve({ 'Fn::GetAtt': ['T1', 'StreamArn'] })).toThrow('not know Fn::GetAtt');
});

test('rejects an unsupported resource type', () => {
  const template = (Type: string) => parseTemplate({ Resources: { A: { Type } } });
  expect(() => rejectUnknownTypes(template('AWS::SNS::Topic'))).toThrow(
    'The embedded cloud does not support AWS::SNS::Topic',
  );
  expect(() => rejectUnknownTypes(template('AWS::IAM::Role'))).not.toThrow();
});
