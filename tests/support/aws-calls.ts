import { readFileSync } from 'node:fs';
import { z } from 'zod';

const RECORDER = new URL('record-calls.mjs', import.meta.url);

/** Returns environment variables for a stack whose functions record each AWS call in a file. */
export const recordingEnvironment = (file: string): Record<string, string> => ({
  FUNCTION_NODE_OPTIONS: `--import=${RECORDER.href}?to=${encodeURIComponent(file)}`,
});

/** An IAM action that a function used, and its resource. */
export interface RecordedCall {
  readonly functionName: string;
  readonly action: string;
  /** The part of an ARN after the account; absent if the call names no resource. */
  readonly resource?: string;
  readonly partition?: string;
}

const call = z.object({
  functionName: z.string(),
  service: z.string(),
  method: z.string(),
  path: z.string(),
  target: z.string().optional(),
  copySource: z.string().optional(),
  body: z.string(),
});
type Call = z.output<typeof call>;

export type RequiredPermission = Omit<RecordedCall, 'functionName'>;

/**
 * Reads the calls that record-calls.mjs wrote, and converts them to IAM actions.
 * @throws if a call has no known action
 */
export const readRecordedCalls = (file: string): readonly RecordedCall[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => call.parse(JSON.parse(line)))
    .flatMap((made) =>
      permissionsOf(made).map((right) => Object.assign(right, { functionName: made.functionName })),
    );

function permissionsOf(recorded: Call): RequiredPermission[] {
  const operation = recorded.target?.split('.').at(-1) ?? '';
  switch (recorded.service) {
    case 'dynamodb':
      return tablePermissions(operation, JSON.parse(recorded.body));
    case 's3':
      return objectPermissions(recorded);
    case 'sqs':
      return queuePermissions(operation, JSON.parse(recorded.body));
    case 'secretsmanager': {
      const { SecretId } = z.object({ SecretId: z.string() }).parse(JSON.parse(recorded.body));
      return [{ action: `secretsmanager:${operation}`, resource: SecretId }];
    }
    case 'lambda': {
      const [, name] = /([^/:]+)\/invocations$/.exec(decodeURIComponent(recorded.path)) ?? [];
      return [{ action: 'lambda:InvokeFunction', resource: `function:${name}` }];
    }
    case 'ses':
      return [{ action: `ses:${new URLSearchParams(recorded.body).get('Action')}` }];
    default:
      throw new Error(`There is no IAM action for calls of ${recorded.service}.`);
  }
}

/** A string in DynamoDB's wire format, or a plain string. */
const keyText = z.union([z.string(), z.object({ S: z.string() }).transform(({ S }) => S)]);
const itemKey = z.object({ PK: keyText });
const single = z.object({
  TableName: z.string(),
  Key: itemKey.optional(),
  Item: itemKey.optional(),
});
const query = z.object({
  TableName: z.string(),
  ExpressionAttributeValues: z.object({ ':pk': keyText }),
});
const batch = z.object({
  RequestItems: z.record(z.string(), z.object({ Keys: z.array(itemKey) })),
});
const removals = z.object({
  RequestItems: z.record(
    z.string(),
    z.array(z.object({ DeleteRequest: z.object({ Key: itemKey }) })),
  ),
});
const transaction = z.object({ TransactItems: z.array(z.record(z.string(), single)) });

/**
 * IAM actions that the operations in a transaction need:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis-iam.html
 */
const IN_TRANSACTION: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/** Returns the permissions that a DynamoDB call needs. @param operation such as `PutItem` */
export function tablePermissions(operation: string, body: unknown): RequiredPermission[] {
  const permission = (
    name: string,
    table: string,
    key: z.output<typeof itemKey> | undefined,
  ): RequiredPermission => ({
    action: `dynamodb:${name}`,
    resource: table,
    ...(key && { partition: key.PK }),
  });
  switch (operation) {
    case 'TransactWriteItems':
      return transaction
        .parse(body)
        .TransactItems.flatMap((item) =>
          Object.entries(item).map(([kind, { TableName, Key, Item }]) =>
            permission(IN_TRANSACTION[kind] ?? kind, TableName, Key ?? Item),
          ),
        );
    case 'BatchGetItem':
      return Object.entries(batch.parse(body).RequestItems).flatMap(([table, { Keys }]) =>
        Keys.map((key) => permission(operation, table, key)),
      );
    case 'BatchWriteItem':
      return Object.entries(removals.parse(body).RequestItems).flatMap(([table, requests]) =>
        requests.map(({ DeleteRequest }) => permission(operation, table, DeleteRequest.Key)),
      );
    case 'Query': {
      const { TableName, ExpressionAttributeValues: values } = query.parse(body);
      return [permission(operation, TableName, { PK: values[':pk'] })];
    }
    default: {
      const { TableName, Key, Item } = single.parse(body);
      return [permission(operation, TableName, Key ?? Item)];
    }
  }
}

export function queuePermissions(operation: string, body: unknown): RequiredPermission[] {
  const { QueueUrl } = z.object({ QueueUrl: z.string() }).parse(body);
  // A batch operation needs the permission of the single-message operation.
  const action = `sqs:${operation.replace(/Batch$/, '')}`;
  return [{ action, resource: QueueUrl.split('/').at(-1) ?? '' }];
}

/**
 * Returns the permissions that an S3 request needs:
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-with-s3-policy-actions.html
 */
export function objectPermissions({
  method,
  path,
  copySource,
  body,
}: Pick<Call, 'method' | 'path' | 'copySource' | 'body'>): RequiredPermission[] {
  const { pathname, searchParams } = new URL(path, 'http://s3');
  const [bucket = '', ...parts] = decodeURIComponent(pathname).slice(1).split('/');
  const name = `${bucket}/${parts.join('/')}`;
  const on = (action: string, resource: string): RequiredPermission => ({
    action: `s3:${action}`,
    resource,
  });
  if (searchParams.has('list-type')) return [on('ListBucket', bucket)];
  if (searchParams.has('delete'))
    return [...body.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key]) =>
      on('DeleteObject', `${bucket}/${key}`),
    );
  if (method === 'GET' && searchParams.has('uploads'))
    return [on('ListBucketMultipartUploads', bucket)];
  switch (method) {
    case 'GET':
    case 'HEAD':
      if (searchParams.has('uploadId')) return [on('ListMultipartUploadParts', name)];
      return [on('GetObject', name)];
    case 'DELETE':
      return [on(searchParams.has('uploadId') ? 'AbortMultipartUpload' : 'DeleteObject', name)];
    default: {
      const source =
        copySource === undefined
          ? []
          : [on('GetObject', decodeURIComponent(copySource).replace(/^\//, ''))];
      return [on('PutObject', name), ...source];
    }
  }
}
