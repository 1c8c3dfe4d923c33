import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetQueueAttributesCommand, ListQueuesCommand } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { readStageEnvironment } from '../infra/stage/stage-environment.ts';
import { createDynamoClient, createSqsClient } from '../lab/embedded/supervisor/clients.ts';
import { openHome } from '../lab/embedded/supervisor/home.ts';
import { readStackFile, type StackInfo } from '../lab/embedded/supervisor/stack-file.ts';
import { queueUrl } from '../lab/embedded/services/fauxqs.ts';

/** `npm run inspect -- WHAT` prints data of the stack that is running in TAMIS_HOME. */

const USAGE = `npm run inspect -- user EMAIL|ID   the items of a user in the table
npm run inspect -- list ID         the items of a list in the table
npm run inspect -- table [TEXT]    all items, or those with TEXT in their keys
npm run inspect -- queues          the number of messages in each queue
With --stage NAME, the first three read the table of a stage in its account.`;

type Item = Readonly<Record<string, unknown>>;
type Environment = StackInfo['env'];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { stage: { type: 'string' } },
});
const [what = '', name = ''] = positionals;
const env = values.stage
  ? await readStageEnvironment(values.stage)
  : readStackFile(openHome())?.env;
if (env === undefined) {
  console.error('No stack is running here: start one with npm start, or set TAMIS_HOME.');
  process.exitCode = 1;
} else if (what === 'queues' && !values.stage) {
  console.table(await countMessages(env));
} else if (what === 'table' || (name !== '' && (what === 'user' || what === 'list'))) {
  const items = await readItems(env);
  const text = { user: userKeyOf(items, name), list: `LIST#${name}`, table: name }[what];
  const found = items.filter((item) => keyOf(item).includes(text));
  for (const { PK: _, SK: __, ...item } of found)
    console.log(`${keyOf({ PK: _, SK: __ })}\n  ${JSON.stringify(item, jsonReplacer)}`);
  console.log(`${found.length} of ${items.length} items`);
} else {
  console.log(USAGE);
}

async function readItems(from: Environment): Promise<Item[]> {
  const { AWS_ENDPOINT_URL_DYNAMODB: endpoint, AWS_REGION: region, TABLE_NAME } = from;
  const client = DynamoDBDocumentClient.from(
    endpoint ? createDynamoClient(endpoint) : new DynamoDBClient({ ...(region && { region }) }),
  );
  const items: Item[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName: TABLE_NAME }))
    items.push(...Items);
  client.destroy();
  return items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function keyOf({ PK, SK }: Item): string {
  return `${String(PK)} / ${String(SK)}`;
}

/** Returns the partition key of a user, given by id or by email address. */
function userKeyOf(items: readonly Item[], user: string): string {
  const profile = items.find(({ SK, email }) => SK === 'PROFILE' && email === user);
  return profile ? String(profile['PK']) : `USER#${user}`;
}

/** Replaces bytes with their count, and sets with arrays, because JSON supports neither. */
function jsonReplacer(_: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  return value instanceof Set ? [...value] : value;
}

async function countMessages({ AWS_ENDPOINT_URL_SQS = '' }: Environment): Promise<Item> {
  const sqs = createSqsClient(AWS_ENDPOINT_URL_SQS);
  const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand());
  const names = QueueUrls.map((url) => url.split('/').at(-1) ?? '');
  const counts = await Promise.all(
    names.map(async (queue) => {
      const QueueUrl = queueUrl(AWS_ENDPOINT_URL_SQS, queue);
      const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] });
      const { Attributes = {} } = await sqs.send(command);
      const waiting = Attributes['ApproximateNumberOfMessages'];
      const taken = Attributes['ApproximateNumberOfMessagesNotVisible'];
      return [queue, { waiting, taken, delayed: Attributes['ApproximateNumberOfMessagesDelayed'] }];
    }),
  );
  sqs.destroy();
  return Object.fromEntries(counts);
}
