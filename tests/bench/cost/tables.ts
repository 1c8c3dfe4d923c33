import type { StackActivity } from '../meter/metered-stack.ts';
import { isRead, type MeteredRequest } from '../meter/metered.ts';
import { type BillItem, calculateTotalUsd } from './bill.ts';
import { isListRequest } from './list-usage.ts';
import { formatMarkdownTable } from './page.ts';
import { sum, formatUsd, formatInteger } from './format.ts';

/** Generates the tables of docs/operators/cost.md. */

/** Items below this fraction of a bill are combined in one row. */
const SMALL = 0.02;

export function formatBillTable(bill: readonly BillItem[]): string {
  const total = calculateTotalUsd(bill);
  const small = bill.filter((charge) => charge.usd < SMALL * total);
  const rows = [
    ...bill.filter((charge) => !small.includes(charge)),
    {
      item: `${small.length} smaller item${small.length === 1 ? '' : 's'}`,
      usd: calculateTotalUsd(small),
    },
  ];
  return formatMarkdownTable([
    ...rows.map(({ item, usd: dollars }) => ({
      Item: item,
      Dollars: formatUsd(dollars),
      Share: `${Math.round((100 * dollars) / total)}%`,
    })),
    { Item: '**total**', Dollars: `**${formatUsd(total)}**`, Share: '' },
  ]);
}

export function describeLargestItems(bill: readonly BillItem[]): string {
  const names = bill.slice(0, 3).map(({ item }) => item);
  const share = calculateTotalUsd(bill.slice(0, 3)) / calculateTotalUsd(bill);
  return [
    `The three largest items (${names.join('; ')}) make up ${Math.round(100 * share)}%.`,
    'Excluded: fixed costs and API calls (about twenty per list).',
  ].join(' ');
}

export function formatCountsTable(
  { requests, runs, mail }: StackActivity,
  addresses: number,
): string {
  const workerRequests = requests.filter(isListRequest);
  const count = (kind: (request: MeteredRequest) => boolean): string =>
    formatInteger(workerRequests.filter(kind).length);
  const units = (reads: boolean): string =>
    formatInteger(
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
    const peak = formatInteger(Math.max(...its.map(({ peakMb }) => peakMb)));
    const cpu = (sum(its.map(({ cpuMs }) => cpuMs)) / 1000).toFixed(1);
    const seconds = formatInteger(sum(its.map(({ ms }) => ms)) / 1000);
    return `${formatInteger(its.length)} runs, ${seconds} s, ${cpu} s of CPU time, at most ${peak} MB`;
  };
  const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  const sends = count(({ operation }) => operation.startsWith('SendMessage'));
  const received = formatInteger(sum(requests.map((each) => each.received)));
  const figures = {
    Verify: worker('verify'),
    Engine: worker('engine'),
    'Ingest, finalize, mail': worker('ingest', 'finalize', 'mail'),
    DynamoDB: `${units(false)} write units, ${units(true)} read units`,
    S3: `${objects('PUT')} PUT, ${objects('GET')} GET`,
    SQS: `${sends} send requests, ${received} messages`,
    SMTP: `${formatInteger(mail.connections)} connections, ${mb(mail.bytes.received)} out, ${mb(mail.bytes.sent)} in`,
  };
  return formatMarkdownTable(
    Object.entries(figures).map(([what, Measured]) => ({
      [`A list of ${formatInteger(addresses)}`]: what,
      Measured,
    })),
  );
}
