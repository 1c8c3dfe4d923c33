import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Blobs } from '../../functions/platform/s3/blobs.ts';
import { isUploadKey } from '../../functions/platform/s3/s3-blobs.ts';
import { requireGrant } from './invoke.ts';
import { type RequiredPermission, queuePermissions, tablePermissions } from './aws-calls.ts';

interface Client {
  readonly middlewareStack: { add(middleware: never, options: never): void };
}

/** Returns the permissions that an operation, such as `PutItem`, needs for an input. */
type PermissionsOf = (operation: string, input: unknown) => readonly RequiredPermission[];

/** Makes a client's calls require the permissions of the calling function. */
function guardClient<C extends Client>(client: C, permissionsOf: PermissionsOf): C {
  const middleware =
    (next: (args: object) => unknown, { commandName }: { readonly commandName: string }) =>
    (args: { readonly input: unknown }) => {
      permissionsOf(commandName.replace(/Command$/, ''), args.input).forEach(requireGrant);
      return next(args);
    };
  client.middlewareStack.add(middleware as never, { step: 'initialize', name: 'held' } as never);
  return client;
}

export const guardTable = (client: DynamoDBClient): DynamoDBClient =>
  guardClient(client, tablePermissions);
export const guardQueues = <C extends Client>(client: C): C =>
  guardClient(client, queuePermissions);
export const guardSes = <C extends Client>(client: C): C =>
  guardClient(client, (operation) => [{ action: `ses:${operation}` }]);

/** Returns the bucket that contains a key, as in functions/platform/s3/s3-blobs.ts. */
const bucketOf = (key: string): string => (isUploadKey(key) ? 'uploads' : 'files');

const permissions =
  (resourceOf: (key: string) => string) =>
  (...actions: readonly string[]) =>
  (key: string): RequiredPermission[] =>
    actions.map((action) => ({ action: `s3:${action}`, resource: resourceOf(key) }));
const onObject = permissions((key) => `${bucketOf(key)}/${key}`);
const onBucket = permissions(bucketOf);

const reads = onObject('GetObject');
const writes = onObject('PutObject');
const lists = onBucket('ListBucket');
const deletes = onObject('DeleteObject');

/**
 * Permissions that each blob call needs. A presigned URL or POST has the permissions of its signer:
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-presigned-url.html
 */
const BLOB_PERMISSIONS: {
  readonly [Name in keyof Blobs]: (
    ...args: Parameters<Blobs[Name]>
  ) => readonly RequiredPermission[];
} = {
  size: reads,
  read: reads,
  bytes: reads,
  link: reads,
  put: writes,
  putIfMissing: writes,
  write: writes,
  appendPart: writes,
  completeUpload: writes,
  uploadForm: writes,
  copy: (from, to) => [...reads(from), ...writes(to)],
  list: lists,
  delete: deletes,
  deleteAll: (prefix) => [...lists(prefix), ...deletes(prefix)],
  missingParts: (key) => [
    ...onBucket('ListBucketMultipartUploads', 'ListBucket')(key),
    ...onObject('ListMultipartUploadParts', 'PutObject')(key),
  ],
};

/** Wraps blobs so that their calls require the permissions of the calling function. */
export function guardBlobs<B extends Blobs>(blobs: B): B {
  const guarded = Object.entries(BLOB_PERMISSIONS).map(([name, permissionsOf]) => [
    name,
    (...args: never[]) => {
      (permissionsOf as (...given: never[]) => readonly RequiredPermission[])(...args).forEach(
        requireGrant,
      );
      return (blobs[name as keyof Blobs] as (...given: never[]) => unknown)(...args);
    },
  ]);
  return { ...blobs, ...Object.fromEntries(guarded) };
}
