import { scheduleNeeds, workerNeeds } from '../../../infra/features/index.ts';
import { billOf, totalOf } from './bill.ts';
import { sum, usd } from './words.ts';

const HOURS = 730;
/** Of an event source mapping with a bound concurrency, long polls of 20 s. */
const POLLERS = 5;
const POLLS_AN_HOUR = 180;
const FIREWALL_RULES = 5;
const METRICS = 80;

/** What a stage costs in a month without a customer. */
export function fixedText(reconcileMs: number): string {
  const sources = sum([...workerNeeds.values()].map(({ reads }) => reads.length));
  const runs = sum(
    [...scheduleNeeds.values()].map(({ everyMinutes }) => (HOURS * 60) / everyMinutes),
  );
  const reconcile = scheduleNeeds.get('reconcile');
  const memory = (reconcile?.memoryMb ?? 512) / 1024;
  const bill = billOf({
    'the NAT gateway and its address': { natHour: HOURS, ipHour: HOURS },
    'the firewall and its rules': { webAcl: 1, webAclRule: FIREWALL_RULES },
    [`${METRICS} metrics at most`]: { metric: METRICS },
    [`${sources} event sources that poll empty queues`]: {
      queueRequest: sources * POLLERS * POLLS_AN_HOUR * HOURS,
    },
    'what runs on a schedule': {
      invocation: runs,
      gbSecond: runs * memory * (reconcileMs / 1000),
      readUnit: 2 * runs,
    },
  });
  const items = bill.map(({ item, usd: dollars }) => `${item} ${usd(dollars)}`);
  return `Computed, a month: ${items.join(', ')}; ${usd(totalOf(bill))} in all.`;
}
