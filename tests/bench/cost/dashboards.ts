import { billOf, type Charge, totalOf, type Usage } from './bill.ts';
import type { PollFigures, StackFigures } from './measure-stack.ts';
import { isRead } from '../meter/metered.ts';
import { tableOf } from './page.ts';
import { sum, usd } from './words.ts';

/** Seconds between two polls of an open tab (web/src/lib/me-query.ts, features/lists/history). */
const EVERY = { me: 10, listFiles: 8 } as const;
const DASHBOARDS = 10_000;
const GB = 1e9;
/** Headers of an answer, about. */
const ANSWER_HEADERS = 700;

function usageOfPoll({ measured, calls, bytes }: PollFigures): Usage {
  const { requests, runs, logLines } = measured;
  const api = requests.filter(
    ({ caller, service }) => caller.startsWith('tamis-api-') && service === 'dynamodb',
  );
  const ran = runs.filter(({ functionName }) => functionName.startsWith('tamis-api-'));
  const logged = sum(
    logLines.filter((line) => line.includes('"request"')).map((line) => line.length + 1),
  );
  const each: Usage = {
    apiCall: 1,
    edgeCall: 1,
    firewallCall: 1,
    invocation: 1,
    gbSecond: sum(ran.map(({ memoryMb, ms }) => (memoryMb / 1024) * (ms / 1000))) / calls,
    readUnit: sum(api.filter(isRead).map(({ units }) => units)) / calls,
    writeUnit: sum(api.filter((call) => !isRead(call)).map(({ units }) => units)) / calls,
    logGb: (logged / calls + 330) / GB,
    edgeGb: (bytes / calls + ANSWER_HEADERS) / GB,
  };
  return each;
}

const scaled = (usage: Usage, factor: number): Usage =>
  Object.fromEntries(Object.entries(usage).map(([name, quantity]) => [name, quantity * factor]));

/** What dashboards cost that stay open and visible for an hour, by item, dearest first. */
export function dashboardsBill(polls: StackFigures['polls']): Charge[] {
  const perHour = (['me', 'listFiles'] as const).map((route) =>
    scaled(usageOfPoll(polls[route]), (DASHBOARDS * 3600) / EVERY[route]),
  );
  const both = (names: readonly (keyof Usage)[]): Usage =>
    Object.fromEntries(names.map((name) => [name, sum(perHour.map((usage) => usage[name] ?? 0))]));
  return billOf({
    'API Gateway': both(['apiCall']),
    CloudFront: both(['edgeCall', 'edgeGb']),
    WAF: both(['firewallCall']),
    Lambda: both(['invocation', 'gbSecond']),
    DynamoDB: both(['readUnit', 'writeUnit']),
    Logs: both(['logGb']),
  });
}

export const dashboardsTable = (bill: readonly Charge[]): string => {
  const hours = { month: 730, work: 22 * 8 };
  const row = (item: string, dollars: number): string[] => [
    item,
    usd(dollars),
    usd(dollars * hours.work),
    usd(dollars * hours.month),
  ];
  return tableOf(
    ['10,000 dashboards, visible', 'An hour', '22 days of 8 hours', 'Day and night'],
    [...bill.map(({ item, usd: dollars }) => row(item, dollars)), row('**all**', totalOf(bill))],
  );
};
