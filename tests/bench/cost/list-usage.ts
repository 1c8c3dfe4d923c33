import { MAX_DELAY_SECONDS } from '../../../functions/platform/sqs/max-delay.ts';
import { lists } from '../../../infra/features/lists.ts';
import type { FunctionRun } from '../../../lab/embedded/lambda/environment.ts';
import type { StackActivity } from '../meter/metered-stack.ts';
import { isRead, type MeteredRequest } from '../meter/metered.ts';
import type { BilledUsage } from './prices.ts';
import { sum } from './format.ts';

const WORKERS = ['ingest', 'verify', 'engine', 'abandon', 'finalize', 'mail'];
const isWorker = (name: string): boolean =>
  WORKERS.some((worker) => name === `tamis-workers-${worker}`);

/**
 * Whether a request is part of a list's cost. The reconciler's requests count only if they delete
 * something, because accelerated time makes it run more often than in the cloud.
 */
export const isListRequest = ({ caller, operation }: MeteredRequest): boolean =>
  isWorker(caller) || (caller === 'tamis-workers-reconcile' && /^delete/i.test(operation));

const GB = 1e9;
const MONTHS_OF_RESULT = 12;
const MONTHS_OF_UPLOAD = 1;
/**
 * Number of files that contain each row of a result: the whole result, and the file for the row's
 * status. A download fetches each row only once.
 */
const COPIES_OF_RESULT = 2;
/** Size of the IP and TCP headers of a packet, with the timestamps option, in bytes. */
const HEADER_BYTES = 52;
/** Packets per connection that carry no SMTP command, such as the handshake. */
const PACKETS_PER_CONNECTION = 8;
/** Bytes of the START, END and REPORT lines that Lambda writes for each run in text format. */
export const RUN_LOG_BYTES = 330;
/** Duration in seconds of a run that only resends a task with a delay above the SQS maximum. */
const REQUEUE_SECONDS = 0.05;
/** Number of reviews of a finished list by the reconciler, within twenty minutes. */
const STATUS_POLLS = 20;
const READS_PER_POLL = 2;

const gbSeconds = (runs: readonly FunctionRun[]): number =>
  sum(runs.map(({ memoryMb, ms }) => (memoryMb / 1024) * (ms / 1000)));

/** Gigabytes sent to mail servers, including packet headers. */
export function calculateOutgoingSmtpGb({
  bytes,
  commands,
  connections,
}: StackActivity['mail']): number {
  const packets = PACKETS_PER_CONNECTION * connections + 2 * sum(Object.values(commands));
  return (bytes.received + (HEADER_BYTES * packets) / 2) / GB;
}

/**
 * Returns the number of additional messages in the cloud, where SQS delays a message by 15 minutes
 * at most, so that a longer delay takes several messages.
 */
export const countExtraRequeues = (delays: readonly number[], timeScale: number): number =>
  sum(delays.map((delay) => Math.max(0, Math.ceil((delay * timeScale) / MAX_DELAY_SECONDS) - 1)));

/** Calculates the usage of one list by bill item. `timeScale` divides the product's delays. */
export function calculateListUsage(
  { requests, runs, logLines, mail }: StackActivity,
  timeScale: number,
): Readonly<Record<string, BilledUsage>> {
  const workerRequests = requests.filter(isListRequest);
  const table = workerRequests.filter(({ service }) => service === 'dynamodb');
  const of = (kind: (request: MeteredRequest) => boolean): number => requests.filter(kind).length;
  const bytesOf = (kind: (request: MeteredRequest) => boolean): number =>
    sum(requests.filter(kind).map(({ bytes }) => bytes));

  const working = runs.filter(({ functionName }) => isWorker(functionName));
  const [others = [], verifying = []] = [false, true].map((wanted) =>
    working.filter(({ functionName }) => /-(verify|engine)$/.test(functionName) === wanted),
  );
  const verifyGb = lists.workers.verify.memoryMb / 1024;

  const delays = workerRequests.flatMap((request) => request.delays);
  const hops = countExtraRequeues(delays, timeScale);
  const sent = of(({ service, caller, operation }) => {
    const sends = operation.startsWith('SendMessage');
    return service === 'sqs' && sends && (isWorker(caller) || caller === '');
  });
  const received = sum(requests.map((request) => request.received));

  const isResult = ({ caller, operation, service }: MeteredRequest): boolean =>
    service === 's3' && operation === 'PUT' && caller.endsWith('finalize');
  const isUpload = ({ caller, operation, service }: MeteredRequest): boolean =>
    service === 's3' && operation === 'PUT' && caller === '';
  const isS3 = (kinds: readonly string[]) => (request: MeteredRequest) =>
    request.service === 's3' &&
    kinds.includes(request.operation) &&
    (isWorker(request.caller) || request.caller === '');

  const logged = sum(
    logLines
      .filter((line) => !/"event":"(?:request|reconcile|privacySweep|started)/.test(line))
      .map((line) => Buffer.byteLength(line) + 1),
  );
  const runCount = working.length + hops;

  return {
    'Lambda: verify and its engine': {
      gbSecond: gbSeconds(verifying) + hops * REQUEUE_SECONDS * verifyGb,
      invocation: verifying.length + hops,
    },
    'Lambda: ingest, finalize, mail': { gbSecond: gbSeconds(others), invocation: others.length },
    'DynamoDB: writes': {
      writeUnit: sum(table.filter((each) => !isRead(each)).map(({ units }) => units)),
    },
    'DynamoDB: reads': {
      readUnit:
        sum(table.filter(isRead).map(({ units }) => units)) + hops + STATUS_POLLS * READS_PER_POLL,
    },
    'S3: write requests': { s3Write: of(isS3(['PUT', 'LIST'])) + STATUS_POLLS },
    'S3: read requests': { s3Read: of(isS3(['GET', 'HEAD'])) },
    'S3: storage (results kept a year, uploads a month)': {
      s3GbMonth: (bytesOf(isResult) * MONTHS_OF_RESULT + bytesOf(isUpload) * MONTHS_OF_UPLOAD) / GB,
    },
    'SQS: requests': { queueRequest: sent + 2 * received + 3 * hops },
    'Internet: SMTP out': { outGb: calculateOutgoingSmtpGb(mail) },
    'Internet: one download': { outGb: bytesOf(isResult) / COPIES_OF_RESULT / GB },
    'Logs: lines': { logGb: (logged + runCount * RUN_LOG_BYTES) / GB },
    'SES: mails': { mail: 1 },
  };
}
