import type { Measured } from '../meter/metered-stack.ts';
import { isRead, type Metered } from '../meter/metered.ts';
import { type Charge, totalOf } from './bill.ts';
import { isForList } from './list-usage.ts';
import { tableOf } from './page.ts';
import { sum, usd, whole } from './format.ts';

/** Generates the tables of docs/cost.md. */

/** Items below this fraction of a bill are combined in one row. */
const SMALL = 0.02;

export function billTable(bill: readonly Charge[]): string {
  const total = totalOf(bill);
  const small = bill.filter((charge) => charge.usd < SMALL * total);
  const rows = [
    ...bill.filter((charge) => !small.includes(charge)),
    { item: `${small.length} more`, usd: totalOf(small) },
  ];
  return tableOf([
    ...rows.map(({ item, usd: dollars }) => ({
      Item: item,
      Dollars: usd(dollars),
      Share: `${Math.round((100 * dollars) / total)} %`,
    })),
    { Item: '**all**', Dollars: `**${usd(total)}**`, Share: '' },
  ]);
}

/** Describes the three most expensive items in a sentence. */
export function biggestOf(bill: readonly Charge[]): string {
  const names = bill.slice(0, 3).map(({ item }) => item);
  const share = totalOf(bill.slice(0, 3)) / totalOf(bill);
  return [
    `The three largest items (${names.join('; ')}) make up ${Math.round(100 * share)}%.`,
    'Excluded: fixed costs and API calls (about twenty per list).',
  ].join(' ');
}

export function countsTable({ requests, runs, mail }: Measured, addresses: number): string {
  const workerRequests = requests.filter(isForList);
  const count = (kind: (request: Metered) => boolean): string =>
    whole(workerRequests.filter(kind).length);
  const units = (reads: boolean): string =>
    whole(
      sum(
        workerRequests
          .filter((each) => each.service === 'dynamodb' && isRead(each) === reads)
          .map((each) => each.units),
      ),
    );
  const objects = (kind: string): string =>
    count(({ service, operation }) => service === 's3' && operation === kind);
  const worker = (...names: readonly string[]): string => {
    const its = runs.filter(({ functionName }) =>
      names.some((name) => functionName === `tamis-workers-${name}`),
    );
    const peak = whole(Math.max(...its.map(({ peakMb }) => peakMb)));
    const cpu = (sum(its.map(({ cpuMs }) => cpuMs)) / 1000).toFixed(1);
    const seconds = whole(sum(its.map(({ ms }) => ms)) / 1000);
    return `${whole(its.length)} runs, ${seconds} s, ${cpu} s of CPU time, at most ${peak} MB`;
  };
  const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  const sends = count(({ operation }) => operation.startsWith('SendMessage'));
  const received = whole(sum(requests.map((each) => each.received)));
  const figures = {
    Verify: worker('verify'),
    Engine: worker('engine'),
    'Ingest, finalize, mail': worker('ingest', 'finalize', 'mail'),
    DynamoDB: `${units(false)} write units, ${units(true)} read units`,
    S3: `${objects('PUT')} PUT, ${objects('GET')} GET`,
    SQS: `${sends} send requests, ${received} messages`,
    SMTP: `${whole(mail.connections)} connections, ${mb(mail.bytes.received)} out, ${mb(mail.bytes.sent)} in`,
  };
  return tableOf(
    Object.entries(figures).map(([what, Measured]) => ({
      [`A list of ${whole(addresses)}`]: what,
      Measured,
    })),
  );
}
