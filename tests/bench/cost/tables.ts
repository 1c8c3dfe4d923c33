import type { Measured } from '../meter/metered-stack.ts';
import { isRead, type Metered } from '../meter/metered.ts';
import { isForList } from './list-usage.ts';
import { type Charge, totalOf } from './bill.ts';
import type { TaskTimes } from './measure-tasks.ts';
import { tableOf } from './page.ts';
import { duration, mean, sum, tenth, usd, whole } from './words.ts';
import { timeToFinish, type TimesInput } from './times.ts';

/** Tables of docs/cost.md, made of figures. */

/** Items that make less than this share of a bill stand in one row. */
const SMALL = 0.02;

export function billTable(bill: readonly Charge[]): string {
  const total = totalOf(bill);
  const row = (item: string, dollars: number): string[] => [
    item,
    usd(dollars),
    `${Math.round((100 * dollars) / total)} %`,
  ];
  const small = bill.filter((charge) => charge.usd < SMALL * total);
  return tableOf(
    ['Item', 'Dollars', 'Share'],
    [
      ...bill.filter((charge) => !small.includes(charge)).map((each) => row(each.item, each.usd)),
      row(`${small.length} more`, totalOf(small)),
      ['**all**', `**${usd(total)}**`, ''],
    ],
  );
}

/** The three dearest items, in a sentence. */
export function biggestOf(bill: readonly Charge[]): string {
  const names = bill.slice(0, 3).map(({ item }) => item);
  const share = totalOf(bill.slice(0, 3)) / totalOf(bill);
  return [
    `The biggest three are ${names.join('; ')}: ${Math.round(100 * share)} % of all.`,
    'Not in it are what is paid without a customer (below),',
    'and calls of the API, some twenty a list.',
  ].join(' ');
}

/** Runs, requests and bytes of one list, as they were counted. */
export function countsTable({ requests, runs, mail }: Measured, addresses: number): string {
  const ofWorkers = requests.filter(isForList);
  const count = (kind: (request: Metered) => boolean): number =>
    sum(ofWorkers.filter(kind).map((each) => each.requests));
  const units = (kind: (request: Metered) => boolean): number =>
    sum(
      ofWorkers
        .filter((each) => each.service === 'dynamodb' && kind(each))
        .map((each) => each.units),
    );
  const ofFunction = (name: string) =>
    runs.filter(({ functionName }) => functionName === `tamis-workers-${name}`);
  const worker = (title: string, names: readonly string[]): string[] => {
    const its = names.flatMap(ofFunction);
    const peak = Math.max(...its.map(({ peakMb }) => peakMb));
    const cpu = sum(its.map(({ cpuMs }) => cpuMs)) / 1000;
    const seconds = sum(its.map(({ ms }) => ms)) / 1000;
    return [
      title,
      `${whole(its.length)} runs, ${whole(seconds)} s, ${tenth(cpu)} s of processor, at most ${whole(peak)} MB`,
    ];
  };
  const mb = (bytes: number): string => `${tenth(bytes / 1e6)} MB`;
  return tableOf(
    [`A list of ${whole(addresses)}`, 'Measured'],
    [
      worker('Verify', ['verify']),
      worker('Ingest, finalize, mail', ['ingest', 'finalize', 'mail']),
      [
        'DynamoDB',
        `${whole(units((each) => !isRead(each)))} write units, ${whole(units(isRead))} read units`,
      ],
      [
        'S3',
        `${whole(count((each) => each.service === 's3' && each.operation === 'PUT'))} PUT, ${whole(count((each) => each.service === 's3' && each.operation === 'GET'))} GET`,
      ],
      [
        'SQS',
        `${whole(count((each) => each.operation.startsWith('SendMessage')))} requests that send, ${whole(sum(requests.map(({ received }) => received)))} messages`,
      ],
      [
        'SMTP',
        `${whole(mail.connections)} connections, ${mb(mail.bytes.received)} out, ${mb(mail.bytes.sent)} in`,
      ],
    ],
  );
}

export function tasksTable(times: readonly TaskTimes[]): string {
  return tableOf(
    [
      'Addresses of a task',
      'Sessions',
      'Processor',
      'Mean',
      'Longest',
      'Worker seconds per 1,000',
      'Memory',
    ],
    times.map(({ size, sessions, cpu, seconds, addresses, peakMb }) => [
      whole(size),
      whole(sessions),
      cpu === 1 ? 'all' : `${Math.round(cpu * 100)} %`,
      `${tenth(mean(seconds))} s`,
      `${tenth(Math.max(...seconds))} s`,
      tenth((1000 * sum(seconds)) / addresses),
      `${whole(peakMb)} MB`,
    ]),
  );
}

const SIZES = [10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000];

/** @param inputFor the figures for a list of that many addresses */
export const timesTable = (inputFor: (addresses: number) => TimesInput): string =>
  tableOf(
    [
      'Addresses',
      'Tasks',
      'At once',
      'Each address asked once, at most',
      'Finished, retries included',
    ],
    SIZES.map((addresses) => {
      const input = inputFor(addresses);
      const { askedOnce, finished } = timeToFinish(addresses, input);
      return [
        whole(addresses),
        whole(Math.ceil(addresses / input.taskSize)),
        whole(input.concurrency),
        duration(askedOnce),
        duration(finished),
      ];
    }),
  );
