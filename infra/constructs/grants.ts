import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { QueueName } from '../config.ts';
import type { FileArea, Grant } from '../functions.ts';
import type { Foundation } from './foundation.ts';
import { mailDomain } from './mail.ts';

type Statements = readonly [actions: readonly string[], resources: readonly string[]][];

/** Gives a function exactly what its grants say. */
export function grant(target: LambdaFunction, grants: readonly Grant[], base: Foundation): void {
  for (const [actions, resources] of grants.flatMap((word) => statementsOf(word, base))) {
    target.addToRolePolicy(
      new PolicyStatement({ actions: [...actions], resources: [...resources] }),
    );
  }
}

function statementsOf(word: Grant, base: Foundation): Statements {
  switch (word) {
    case 'table:read':
      return [
        [['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'], [base.table.tableArn]],
      ];
    case 'table:write':
      // A transaction asks for the rights of the single writes it is made of.
      return [
        [
          [
            'dynamodb:PutItem',
            'dynamodb:UpdateItem',
            'dynamodb:DeleteItem',
            'dynamodb:ConditionCheckItem',
          ],
          [base.table.tableArn],
        ],
      ];
    case 'secret':
      return [[['secretsmanager:GetSecretValue'], [base.secret.secretArn]]];
    case 'send-mail':
      return [[['ses:SendEmail'], mailResources(base)]];
    case 'send:list':
    case 'send:verifyExpress':
    case 'send:verifyBulk':
    case 'send:finalize':
    case 'send:mail': {
      const name = word.slice('send:'.length) as QueueName;
      return [[['sqs:SendMessage'], [base.queues[name].queueArn]]];
    }
    default: {
      const [area, deed] = word.split(':') as [FileArea, keyof typeof fileDeeds];
      return fileDeeds[deed](bucketOf(area, base), `${area}/*`);
    }
  }
}

const bucketOf = (area: FileArea, { buckets }: Foundation): Bucket =>
  area === 'uploads' ? buckets.uploads : buckets.files;

/** Whoever may not list a bucket is told 403 and not 404 of an object that is not there. */
const list = (bucket: Bucket): Statements => [[['s3:ListBucket'], [bucket.bucketArn]]];

const fileDeeds = {
  read: (bucket: Bucket, keys: string): Statements => [
    [['s3:GetObject'], [bucket.arnForObjects(keys)]],
    ...list(bucket),
  ],
  write: (bucket: Bucket, keys: string): Statements => [
    [['s3:PutObject', 's3:AbortMultipartUpload'], [bucket.arnForObjects(keys)]],
  ],
  delete: (bucket: Bucket, keys: string): Statements => [
    [['s3:DeleteObject'], [bucket.arnForObjects(keys)]],
    ...list(bucket),
  ],
};

function mailResources(base: Foundation): string[] {
  const stack = Stack.of(base.table);
  const arn = (resource: string, resourceName: string) =>
    stack.formatArn({ service: 'ses', resource, resourceName });
  return [arn('identity', mailDomain(base.config)), arn('configuration-set', '*')];
}
