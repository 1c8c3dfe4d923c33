import type { Measured } from '../meter/metered-stack.ts';
import { isRead, type Metered } from '../meter/metered.ts';
import { type Charge, totalOf } from './bill.ts';
import { isForList } from './list-usage.ts';
import { tableOf } from './page.ts';
import { sum, formatUsd, formatWhole } from './format.ts';

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
      Dollars: formatUsd(dollars),
      Share: `${Math.round((100 * dollars) / total)} %`,
    })),
    { Item: '**all**', Dollars: `**${formatUsd(total)}**`, Share: '' },
  ]);
}

export function describeLargestItems(bill: readonly Charge[]): string {
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
    formatWhole(workerRequests.filter(kind).length);
  const units = (reads: boolean): string =>
    formatWhole(
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
    const peak = formatWhole(Math.max(...its.map(({ peakMb }) => peakMb)));
    const cpu = (sum(its.map(({ cpuMs }) => cpuMs)) / 1000).toFixed(1);
    const seconds = formatWhole(sum(its.map(({ ms }) => ms)) / 1000);
    return `${formatWhole(its.length)} runs, ${seconds} s, ${cpu} s of CPU time, at most ${peak} MB`;
  };
  const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  const sends = count(({ operation }) => operation.startsWith('SendMessage'));
  const received = formatWhole(sum(requests.map((each) => each.received)));
  const figures = {
    Verify: worker('verify'),
    Engine: worker('engine'),
    'Ingest, finalize, mail': worker('ingest', 'finalize', 'mail'),
    DynamoDB: `${units(false)} write units, ${units(true)} read units`,
    S3: `${objects('PUT')} PUT, ${objects('GET')} GET`,
    SQS: `${sends} send requests, ${received} messages`,
    SMTP: `${formatWhole(mail.connections)} connections, ${mb(mail.bytes.received)} out, ${mb(mail.bytes.sent)} in`,
  };
  return tableOf(
    Object.entries(figures).map(([what, Measured]) => ({
      [`A list of ${formatWhole(addresses)}`]: what,
      Measured,
    })),
  );
}
