import {
  FILE_AREAS,
  type FileArea,
  type Grant,
  type SecretGrant,
  secretGrants,
} from './feature.ts';
import { type ItemsOf, partitions } from './partitions.ts';
import { type QueueName, queueNames } from './queues.ts';

interface Bucket {
  readonly bucketArn: string;
  arnForObjects(pattern: string): string;
}

/** The resources that grants open, by their ARNs. */
export interface Resources {
  readonly table: { readonly tableArn: string };
  readonly buckets: { readonly uploads: Bucket; readonly files: Bucket };
  readonly queues: Readonly<Record<QueueName, { readonly queueArn: string }>>;
  readonly secrets: Readonly<Record<SecretGrant, { readonly secretArn: string } | undefined>>;
  /** The identities and configuration sets of mails; absent where none are sent. */
  readonly mail: { readonly arns: readonly string[]; readonly from: string } | undefined;
}

/** Rights that are given together. */
export type Right = readonly [
  actions: readonly string[],
  resources: readonly string[],
  /** Patterns that the partition key of an item has to match. */
  partitions?: readonly string[] | undefined,
  /** The address that a mail has to come from. */
  from?: string,
];
type Rights = readonly Right[];

/** The rights a word stands for: a word of `Grant` that is missing here does not compile. */
type Meaning = { readonly [Word in Exclude<Grant, Write>]: (given: Resources) => Rights };

type Write = `write:${ItemsOf}`;
const isWrite = (word: Grant): word is Write => word.startsWith('write:');

const TABLE_READS = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
/** A transaction asks for the rights of the single writes it is made of. */
const TABLE_WRITES = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:ConditionCheckItem',
];

const FILE_ACTIONS = {
  read: ['s3:GetObject'],
  write: ['s3:PutObject', 's3:AbortMultipartUpload'],
  delete: ['s3:DeleteObject'],
} as const;
type FileVerb = keyof typeof FILE_ACTIONS;

const onFiles =
  (area: FileArea, verb: FileVerb) =>
  ({ buckets }: Resources): Rights => {
    const bucket = area === 'uploads' ? buckets.uploads : buckets.files;
    const objects: Right = [FILE_ACTIONS[verb], [bucket.arnForObjects(`${area}/*`)]];
    // Without the right to list a bucket, S3 says 403 and not 404 of an object that is not there.
    return verb === 'write' ? [objects] : [objects, [['s3:ListBucket'], [bucket.bucketArn]]];
  };

const filesByArea = Object.fromEntries(
  FILE_AREAS.flatMap((area) =>
    (Object.keys(FILE_ACTIONS) as FileVerb[]).map((verb) => [
      `${area}:${verb}`,
      onFiles(area, verb),
    ]),
  ),
) as Pick<Meaning, `${FileArea}:${FileVerb}`>;

/** Without the right to read a file: whether it is there, and which of its parts. */
const onParts = ({ buckets: { uploads } }: Resources): Rights => [
  [['s3:ListMultipartUploadParts'], [uploads.arnForObjects('uploads/*')]],
  [['s3:ListBucket', 's3:ListBucketMultipartUploads'], [uploads.bucketArn]],
];

const sendsByQueue = Object.fromEntries(
  queueNames.map((name) => [
    `send:${name}`,
    ({ queues }: Resources): Rights => [[['sqs:SendMessage'], [queues[name].queueArn]]],
  ]),
) as Pick<Meaning, `send:${QueueName}`>;

const readsSecret =
  (grant: SecretGrant) =>
  ({ secrets: { [grant]: secret } }: Resources): Rights =>
    secret ? [[['secretsmanager:GetSecretValue'], [secret.secretArn]]] : [];

const secretsByGrant = Object.fromEntries(
  secretGrants.map((grant) => [grant, readsSecret(grant)]),
) as Pick<Meaning, SecretGrant>;

const meaning: Meaning = {
  'table:read': ({ table }) => [[TABLE_READS, [table.tableArn]]],
  'lists:clear': ({ table }) => [
    [['dynamodb:BatchWriteItem'], [table.tableArn], [...partitions.tasks, ...partitions.lists]],
  ],
  'table:scan': ({ table }) => [[['dynamodb:Scan'], [table.tableArn]]],
  limits: ({ table }) => [
    [['dynamodb:GetItem', 'dynamodb:UpdateItem'], [table.tableArn], partitions.limits],
  ],
  'key-use': ({ table }) => [[['dynamodb:UpdateItem'], [table.tableArn], partitions.keyUse]],
  ...filesByArea,
  'uploads:parts': onParts,
  ...sendsByQueue,
  ...secretsByGrant,
  /**
   * In the sandbox SES asks for the right on the identity of each recipient as well, so all are
   * named, and the sender bounds what is sent:
   * https://docs.aws.amazon.com/service-authorization/latest/reference/list_ses.html
   */
  'send-mail': ({ mail }) => (mail ? [[['ses:SendEmail'], mail.arns, undefined, mail.from]] : []),
};

/** Patterns of the partitions that a function may write to: those of all its `write:` words. */
const writablePartitions = (grants: readonly Grant[]): string[] => {
  const items = grants.filter(isWrite).map((word) => word.slice('write:'.length) as ItemsOf);
  return [...new Set(items.flatMap((each) => partitions[each]))];
};

/** One statement, since a transaction may be of items of several words. */
const tableWrites = (grants: readonly Grant[], { table }: Resources): Rights =>
  grants.some(isWrite) ? [[TABLE_WRITES, [table.tableArn], writablePartitions(grants)]] : [];

/** What the code of a function may do by its grants: exactly what they say. */
export const rightsOf = (grants: readonly Grant[], given: Resources): Rights => [
  ...grants.flatMap((word) => (isWrite(word) ? [] : meaning[word](given))),
  ...tableWrites(grants, given),
];
