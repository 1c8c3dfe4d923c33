import { z } from 'zod';
import { scheduleNeeds } from '../../../infra/features/index.ts';
import { PRODUCTION_CONFIG } from '../../infra/production.ts';
import { synthesizeTemplates } from '../../infra/template.ts';
import { calculateBill, type BillItem, calculateTotalUsd } from './bill.ts';
import { RUN_LOG_BYTES } from './list-usage.ts';
import { formatMarkdownTable } from './page.ts';
import { PRICES, type BilledUsage } from './prices.ts';
import { countTrafficMetrics } from './traffic-metrics.ts';
import { sum, formatUsd } from './format.ts';

/** Monthly cost of a stage without customers, calculated from the resources in its templates. */

const HOURS = 730;
/** Number of pollers of an event source mapping with limited concurrency. */
const POLLERS = 5;
/** Number of 20-second long polls that a poller makes per hour. */
const POLLS_PER_HOUR = 180;
/** Maximum duration of a scheduled run without work, including the cold start. */
const RUN_SECONDS = 0.5;
const LINE_BYTES = 600;
/** Maximum number of metrics in the log line of a scheduled run without work. */
const METRICS_PER_SCHEDULE = 4;
/** Number of metrics that a host reports (infra/egress-host/setup.sh). */
const METRICS_PER_HOST = 2;
/** Maximum number of calls per hour with which a host reports its metrics. */
const METRIC_CALLS_PER_HOUR = 12;
/** Reads per run of the reconciler: one query for each partition of pending items. */
const RECONCILE_READS = 18;
const GB = 1e9;

type Properties = Readonly<Record<string, unknown>>;

const members = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * Returns the number of metrics that AWS charges for an alarm: each metric in its expression, but
 * not the expression.
 */
const metricsOf = ({ Metrics }: Properties): number =>
  Math.max(
    1,
    members(Metrics).filter((each) => typeof each === 'object' && each && 'MetricStat' in each)
      .length,
  );

const launched = z.object({
  LaunchTemplateData: z.object({
    InstanceType: z.literal('t4g.nano'),
    BlockDeviceMappings: z.array(z.object({ Ebs: z.object({ VolumeSize: z.number() }) })),
  }),
});

/** Returns the monthly usage of a host, given the properties of its own launch template. */
const hostOf = (properties: Properties): BilledUsage => {
  const { BlockDeviceMappings } = launched.parse(properties).LaunchTemplateData;
  return {
    hostHour: HOURS,
    diskGb: sum(BlockDeviceMappings.map(({ Ebs }) => Ebs.VolumeSize)),
    metric: METRICS_PER_HOST,
    metricCall: HOURS * METRIC_CALLS_PER_HOUR,
  };
};

/** Resources with a fixed monthly price. */
const PRICED: Readonly<Record<string, readonly [string, (its: Properties) => BilledUsage]>> = {
  'AWS::CloudWatch::Alarm': ['alarms', (its) => ({ alarm: metricsOf(its) })],
  'AWS::CloudWatch::Dashboard': ['the dashboard', () => ({ dashboard: 1 })],
  'AWS::SecretsManager::Secret': [
    'secrets and their replicas',
    ({ ReplicaRegions }) => ({ secret: 1 + members(ReplicaRegions).length }),
  ],
  'AWS::WAFv2::WebACL': [
    'the firewall and its rules',
    ({ Rules }) => ({ webAcl: 1, webAclRule: members(Rules).length }),
  ],
  'AWS::KMS::Key': ['keys', () => ({ key: 1 })],
  'AWS::EC2::EIP': ['Elastic IP addresses', () => ({ ipHour: HOURS })],
  'AWS::EC2::LaunchTemplate': ['hosts, their disks and metrics', hostOf],
  'AWS::EC2::VPCEndpoint': [
    'VPC endpoints',
    ({ VpcEndpointType, SubnetIds }) =>
      VpcEndpointType === 'Interface' ? { endpointHour: HOURS * members(SubnetIds).length } : {},
  ],
  'AWS::Lambda::EventSourceMapping': [
    'polling empty queues',
    () => ({ queueRequest: POLLERS * POLLS_PER_HOUR * HOURS }),
  ],
};

/** Resource types without a fixed price: AWS charges only for their use, or nothing. */
const FREE =
  /^(?:AWS::(?:ApiGateway|AutoScaling|Budgets|CertificateManager|CloudFront|CodeDeploy|Events|IAM|Logs|S3|SES|SNS|SQS|StepFunctions)::|AWS::DynamoDB::Table$|AWS::EC2::(?:EIPAssociation|InternetGateway|NetworkInterface|Route|RouteTable|SecurityGroup|SecurityGroup(?:Ingress|Egress)|Subnet|SubnetRouteTableAssociation|VPC|VPCGatewayAttachment)$|AWS::Lambda::(?:Alias|EventInvokeConfig|Function|LayerVersion|Permission|Version)$|AWS::Route53::RecordSet$|AWS::WAFv2::LoggingConfiguration$|AWS::Backup::|Custom::)/;

const resources = z.object({
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
});

const EGRESS_CONFIGS = {
  off: { kind: 'off' },
  socks5: { kind: 'socks5' },
  '2 hosts': { kind: 'hosts', count: 2 },
  '10 hosts': { kind: 'hosts', count: 10 },
} as const;
export type EgressConfig = keyof typeof EGRESS_CONFIGS;

/** Returns the number of egress addresses. Each has its own response metrics. */
const addressesOf = (name: EgressConfig): number => {
  const egress = EGRESS_CONFIGS[name];
  return egress.kind === 'hosts' ? egress.count : 1;
};

const resourcesWith = (egress: EgressConfig) =>
  Object.values(
    synthesizeTemplates('prod', { ...PRODUCTION_CONFIG, egress: EGRESS_CONFIGS[egress] }),
  ).flatMap((template) => Object.values(resources.parse(template.toJSON()).Resources));

function schedulesUsage(): BilledUsage {
  const runs = [...scheduleNeeds].map(([name, needs]) => ({
    times: (HOURS * 60) / needs.everyMinutes,
    gb: needs.memoryMb / 1024,
    reads: name === 'reconcile' ? RECONCILE_READS : 2,
  }));
  const times = sum(runs.map((run) => run.times));
  return {
    invocation: times,
    gbSecond: sum(runs.map((run) => run.times * run.gb * RUN_SECONDS)),
    readUnit: sum(runs.map((run) => run.times * run.reads)),
    logGb: (times * (RUN_LOG_BYTES + LINE_BYTES)) / GB,
  };
}

/** Upper bounds of the usage of a run of `checkService` with a check, and of a run with a list. */
const CHECK_USAGE: BilledUsage = {
  apiCall: 2,
  edgeCall: 3,
  edgeFunction: 3,
  firewallCall: 3,
  invocation: 3,
  gbSecond: 2,
  writeUnit: 30,
  readUnit: 14,
  logGb: (3 * (RUN_LOG_BYTES + LINE_BYTES)) / GB,
};
const LIST_USAGE: BilledUsage = {
  apiCall: 10,
  edgeCall: 10,
  edgeFunction: 10,
  firewallCall: 10,
  invocation: 20,
  gbSecond: 20,
  writeUnit: 100,
  readUnit: 100,
  s3Write: 10,
  s3Read: 10,
  queueRequest: 40,
  logGb: (20 * (RUN_LOG_BYTES + LINE_BYTES)) / GB,
};
/** `checkService` verifies a list every hour. */
const LISTS = HOURS;

/** Returns the usage of `checkService`, except the runs of its schedule. */
function probeUsage(): BilledUsage {
  const checks = (HOURS * 60) / (scheduleNeeds.get('checkService')?.everyMinutes ?? Number.NaN);
  const names = Object.keys({ ...CHECK_USAGE, ...LIST_USAGE }) as (keyof BilledUsage)[];
  return Object.fromEntries(
    names.map((name) => [
      name,
      checks * (CHECK_USAGE[name] ?? 0) + LISTS * (LIST_USAGE[name] ?? 0),
    ]),
  );
}

/**
 * Calculates the monthly cost without customers, highest item first. @throws for a type without a
 * known price
 */
export function calculateIdleBill(egress: EgressConfig): BillItem[] {
  const usages: Record<string, BilledUsage> = {
    'metrics of scheduled functions': { metric: METRICS_PER_SCHEDULE * scheduleNeeds.size },
    'scheduled functions': schedulesUsage(),
    'checks and lists of `checkService`': probeUsage(),
  };
  for (const { Type, Properties } of resourcesWith(egress)) {
    const [item, usageOf] = PRICED[Type] ?? [];
    if (item === undefined || usageOf === undefined) {
      if (FREE.test(Type)) continue;
      throw new Error(`the price of ${Type} is unknown`);
    }
    const before = (usages[item] ??= {});
    for (const [name, more] of Object.entries(usageOf(Properties)) as [keyof BilledUsage, number][])
      before[name] = (before[name] ?? 0) + more;
  }
  return calculateBill(usages).filter(({ usd: dollars }) => dollars > 0);
}

export const calculateIdleBills = (): ReadonlyMap<EgressConfig, readonly BillItem[]> =>
  new Map(
    (Object.keys(EGRESS_CONFIGS) as EgressConfig[]).map((egress) => [
      egress,
      calculateIdleBill(egress),
    ]),
  );

/** Renders a Markdown table with one column per egress configuration. */
export function formatIdleCosts(bills: ReadonlyMap<EgressConfig, readonly BillItem[]>): string {
  const all = [...bills.values()];
  const items = [...new Set(all.flatMap((bill) => bill.map(({ item }) => item)))];
  const head = 'Monthly cost of production by egress';
  const row = (name: string, cells: readonly (number | undefined)[]): Record<string, string> =>
    Object.fromEntries([
      [head, name],
      ...[...bills.keys()].map((egress, at) => {
        const dollars = cells[at];
        return [egress, dollars === undefined ? '' : formatUsd(dollars)];
      }),
    ]) as Record<string, string>;
  return formatMarkdownTable([
    ...items.map((wanted) =>
      row(
        wanted,
        all.map((bill) => bill.find(({ item }) => item === wanted)?.usd),
      ),
    ),
    row('**total**', all.map(calculateTotalUsd)),
    row(
      'metrics under traffic (upper bound, not in the total)',
      [...bills.keys()].map((name) => countTrafficMetrics(addressesOf(name)) * PRICES.metric.usd),
    ),
  ]);
}
