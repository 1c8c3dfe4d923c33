import { isRead } from '../meter/metered.ts';
import { billOf, type Charge, totalOf } from './bill.ts';
import { gbSeconds, RUN_LOG_BYTES } from './list-usage.ts';
import type { PollFigures, StackFigures } from './measure-stack.ts';
import { tableOf } from './page.ts';
import type { Usage } from './prices.ts';
import { sum, usd } from './words.ts';

/** Seconds between two polls of an open tab (web/src/lib/me-query.ts, features/lists/history). */
const EVERY = { me: 10, listFiles: 8 } as const;
const DASHBOARDS = 10_000;
/** Calls a second that so many make. */
export const CALLS_A_SECOND = DASHBOARDS / EVERY.me + DASHBOARDS / EVERY.listFiles;
const GB = 1e9;
/** Headers of a response, about. */
const RESPONSE_HEADERS = 700;
/** A line of the gateway's access log (infra/constructs/api.ts), with what CloudWatch adds to it. */
const ACCESS_LOG_BYTES = 220;

/** What so many calls of a poll use, by item of the bill. */
function usageOf({ measured, calls, bytes }: PollFigures, times: number): Record<string, Usage> {
  const { requests, runs, logLines } = measured;
  const table = requests.filter(
    ({ caller, service }) => caller.startsWith('tamis-api-') && service === 'dynamodb',
  );
  const ran = runs.filter(({ functionName }) => functionName.startsWith('tamis-api-'));
  const logged = logLines.filter((line) => line.includes('"request"'));
  const each = times / calls;
  return {
    'API Gateway': { apiCall: times },
    CloudFront: { edgeCall: times, edgeGb: (bytes * each + RESPONSE_HEADERS * times) / GB },
    WAF: { firewallCall: times },
    Lambda: { invocation: times, gbSecond: gbSeconds(ran) * each },
    DynamoDB: {
      readUnit: sum(table.filter(isRead).map(({ units }) => units)) * each,
      writeUnit: sum(table.filter((call) => !isRead(call)).map(({ units }) => units)) * each,
    },
    Logs: {
      logGb:
        (sum(logged.map((line) => line.length + 1)) * each +
          (RUN_LOG_BYTES + ACCESS_LOG_BYTES) * times) /
        GB,
    },
  };
}

/** What dashboards cost that stay open and visible for an hour, by item, dearest first. */
export function dashboardsBill(polls: StackFigures['polls']): Charge[] {
  const [me = [], lists = []] = (['me', 'listFiles'] as const).map((route) =>
    billOf(usageOf(polls[route], (DASHBOARDS * 3600) / EVERY[route])),
  );
  const ofLists = new Map(lists.map((charge) => [charge.item, charge.usd]));
  return me
    .map(({ item, usd: dollars }) => ({ item, usd: dollars + (ofLists.get(item) ?? 0) }))
    .toSorted((a, b) => b.usd - a.usd);
}

export const dashboardsTable = (bill: readonly Charge[]): string =>
  tableOf(
    [...bill, { item: '**all**', usd: totalOf(bill) }].map(({ item, usd: dollars }) => ({
      '10,000 dashboards, visible': item,
      'An hour': usd(dollars),
      '22 days of 8 hours': usd(dollars * 22 * 8),
      'Day and night': usd(dollars * 730),
    })),
  );
