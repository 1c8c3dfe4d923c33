import { appendFileSync } from 'node:fs';
import { z } from 'zod';
import { readEventSources } from '../cloud/event-sources.ts';
import type { FunctionSpec } from '../cloud/functions.ts';
import { type ResolvedTemplate, REGION, resourceNameOf } from '../cloud/resolver.ts';
import type { EventSourceSwitch } from '../lambda/endpoint.ts';
import { MAX_TIMER_MS, isDebugged } from '../lambda/environment.ts';
import { startPoller } from '../lambda/poller.ts';
import { createFunctionRunner } from '../lambda/runner.ts';
import type { PidFile } from '../services/pid-file.ts';
import { buildWhenCalled } from './build-when-called.ts';
import { sdkVariables } from './clients.ts';
import type { EmbeddedServices } from './emulators.ts';
import type { Home } from './home.ts';
import type { Instruments } from './instruments.ts';
import { ACCOUNT_ID } from '../services/fauxqs.ts';

const RATE_EXPRESSION = /^rate\((\d+) (minute|hour|day)s?\)$/;
const rule = z.object({
  ScheduleExpression: z.string().regex(RATE_EXPRESSION),
  Targets: z.array(z.object({ Arn: z.string() })),
});

type ScheduledFunction = ReturnType<typeof readSchedules>[number];

const UNIT_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

const readSchedules = (template: ResolvedTemplate) =>
  [...template.resources('AWS::Events::Rule', rule)].flatMap(([id, properties]) =>
    properties.Targets.map((target) => ({
      ruleName: template.nameOf(id),
      functionName: resourceNameOf(target.Arn),
      everyMs: rateMs(properties.ScheduleExpression),
    })),
  );

/** Converts `rate(5 minutes)` to milliseconds. */
function rateMs(expression: string): number {
  const [, count, unit] = RATE_EXPRESSION.exec(expression) ?? [];
  return Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
}

interface ScheduleOptions {
  readonly scheduled: ScheduledFunction;
  readonly invoke: (event: unknown) => Promise<unknown>;
  readonly report: (line: string) => void;
  /** Milliseconds between runs; overrides the rule's rate. */
  readonly everyMs?: number;
}

/**
 * Runs a function at a fixed rate, like an EventBridge rule, but skips a run while the previous one
 * is in progress. Returns a function that stops the schedule and waits for a run in progress.
 */
function startSchedule(options: ScheduleOptions): () => Promise<void> {
  const { scheduled, invoke, report, everyMs = scheduled.everyMs } = options;
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    try {
      await invoke(scheduledEvent(scheduled.ruleName));
    } catch (error) {
      report(`${scheduled.functionName} failed: ${String(error)}`);
    } finally {
      running = undefined;
    }
  };
  const timer = setInterval(() => void (running ??= run()), everyMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Turns a poller or a schedule off and on. When it is off, no function that it started runs. */
function createSource(start: () => () => Promise<void>): EventSourceSwitch {
  let stop: (() => Promise<void>) | undefined = start();
  return {
    isOn: () => stop !== undefined,
    async turn(on) {
      const running = stop;
      stop = on ? (running ?? start()) : undefined;
      if (!on) await running?.();
    },
  };
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

interface FunctionsOptions {
  readonly template: ResolvedTemplate;
  readonly specs: ReadonlyMap<string, FunctionSpec>;
  readonly services: EmbeddedServices;
  readonly home: Home;
  readonly pids: PidFile;
  readonly timeScale: number;
  readonly onRun?: Instruments['onRun'];
  readonly watch: boolean;
  print(line: string): void;
}

/**
 * Maximum concurrent calls of each API function. Limited because hashing a password occupies a CPU
 * core. The engine's function, which also reads queues, is exempt, because the concurrency of its
 * callers is limited.
 */
const MAX_API_ENVIRONMENTS = 4;
/** When the stack stops, work that takes longer is retried after the next start. */
const GRACE_MS = 1500;
const MIN_SCHEDULE_MS = 10_000;

const ErrorLine = z.object({
  event: z.string(),
  error: z.object({ message: z.string(), stack: z.string().optional() }),
});

/** Returns the part of a log line to print immediately: an error, or the address of a debugger. */
function urgentMessage(line: string): string | undefined {
  if (line.startsWith('Debugger listening')) return line;
  if (!line.includes('"level":"error"')) return undefined;
  const { event, error } = ErrorLine.parse(JSON.parse(line));
  return `${event}: ${error.stack ?? error.message}`;
}

export function startFunctions(options: FunctionsOptions) {
  const { template, specs, services, home, pids, timeScale, onRun, watch, print } = options;
  const nodeOptions = process.env['FUNCTION_NODE_OPTIONS'] ?? '';
  const isWatched = watch || isDebugged({ nodeOptions });
  const logFile = home.log('functions');
  const report = (line: string): void => {
    appendFileSync(logFile, `${new Date().toISOString()} ${line}\n`);
    if (isWatched) print(`  ${line}`);
  };

  const sources = readEventSources(template, services.endpoints.sqs);
  const schedules = readSchedules(template);
  const fromQueues = (name: string): number =>
    sources
      .filter(({ functionName }) => functionName === name)
      .reduce((sum, { concurrency }) => sum + concurrency, 0);
  const runner = createFunctionRunner(specs, {
    variables: {
      ...sdkVariables(services.endpoints),
      NODE_COMPILE_CACHE: home.compiledFolder,
    },
    // Node options, such as --inspect, --cpu-prof, or --import of a profiler.
    nodeOptions,
    logFile,
    onLine: isWatched
      ? (name, line) => {
          const message = urgentMessage(line);
          if (message !== undefined) print(`  ${name}: ${message}`);
        }
      : undefined,
    pids,
    onRun,
    maxEnvironments: (name) =>
      (!name.endsWith('-engine') && fromQueues(name)) ||
      (name.includes('-api-') ? MAX_API_ENVIRONMENTS : Number.POSITIVE_INFINITY),
  });

  const invoke = buildWhenCalled(runner, specs, {
    watch,
    onBuilt(bundle, ms) {
      if (watch) print(`  built ${bundle} in ${(ms / 1000).toFixed(1)} s`);
    },
  });

  /** Pollers by the name of their queue, because a queue has one reader. */
  const mappings = new Map(
    sources.map((source) => [
      resourceNameOf(source.queueArn),
      createSource(() => {
        const poll = (event: unknown) => invoke(source.functionName, event);
        return startPoller({ source, sqs: services.sqs, invoke: poll, report, timeScale }).stop;
      }),
    ]),
  );
  const rules = new Map(
    schedules.map((scheduled) => [
      scheduled.ruleName,
      createSource(() =>
        startSchedule({
          scheduled,
          invoke: (event) => invoke(scheduled.functionName, event),
          report,
          everyMs: Math.max(MIN_SCHEDULE_MS, scheduled.everyMs / timeScale),
        }),
      ),
    ]),
  );
  return {
    /** @throws {InvocationError} if the run fails; the build error if it does not compile */
    invoke,
    mappings,
    rules,
    /** Timeout of API calls while debugging; otherwise undefined, for the gateway's default. */
    timeoutMs: isDebugged({ nodeOptions }) ? MAX_TIMER_MS : undefined,
    report,
    /** Gives work in progress a moment to finish, then stops every environment. */
    async stop(): Promise<void> {
      const all = [...mappings.values(), ...rules.values()];
      const finished = Promise.all(all.map((source) => source.turn(false)));
      const forceStop = setTimeout(() => runner.stop(), GRACE_MS);
      await finished;
      clearTimeout(forceStop);
      runner.stop();
    },
  };
}
