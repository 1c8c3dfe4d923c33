import type { ScheduledFunction } from '../cloud/schedules.ts';
import { REGION } from '../cloud/resolver.ts';
import { ACCOUNT_ID } from '../services/fauxqs.ts';

interface ScheduleOptions {
  readonly scheduled: ScheduledFunction;
  readonly invoke: (event: unknown) => Promise<unknown>;
  readonly report: (line: string) => void;
  /** Milliseconds between runs; overrides the rule's rate. */
  readonly everyMs?: number;
}

/**
 * Runs a function at a fixed rate, like an EventBridge rule, but skips a run while the previous one
 * is in progress. Returns a function that stops the schedule.
 */
export function startSchedule(options: ScheduleOptions): () => void {
  const { scheduled, invoke, report, everyMs = scheduled.everyMs } = options;
  let running = false;
  const run = async (): Promise<void> => {
    if (running) return;
    running = true;
    try {
      await invoke(scheduledEvent(scheduled.ruleName));
    } catch (error) {
      report(`${scheduled.functionName} failed: ${String(error)}`);
    } finally {
      running = false;
    }
  };
  const timer = setInterval(() => void run(), everyMs);
  return () => clearInterval(timer);
}

/** docs.aws.amazon.com/eventbridge/latest/ref/event-delivery-with-cloudtrail.html */
const scheduledEvent = (ruleName: string) => ({
  version: '0',
  id: crypto.randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account: ACCOUNT_ID,
  time: new Date().toISOString(),
  region: REGION,
  resources: [`arn:aws:events:${REGION}:${ACCOUNT_ID}:rule/${ruleName}`],
  detail: {},
});
