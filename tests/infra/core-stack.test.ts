import { checks } from '../../infra/features/checks.ts';
import { QUEUES } from '../../infra/features/queues.ts';
import { MAX_RECEIVES } from '../../shared/messages/engine-task.ts';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { readEnv } from '../../functions/platform/env.ts';
import { describeConcurrencyShortage } from '../../infra/features/concurrency.ts';
import { createStageConfig } from '../../infra/stage/config.ts';
import {
  functionEntries,
  routeNames,
  scheduleNeeds,
  workerNeeds,
} from '../../infra/features/index.ts';
import { PRODUCTION_CONFIG } from './production.ts';
import { findResources, STAGES, synthesizeTemplate } from './template.ts';

const statements = z.array(
  z.object({
    Effect: z.string(),
    Action: z.union([z.string(), z.array(z.string())]),
    Resource: z.unknown(),
    Condition: z
      .object({
        'ForAllValues:StringLike': z
          .object({ 'dynamodb:LeadingKeys': z.union([z.string(), z.array(z.string())]) })
          .optional(),
      })
      .optional(),
  }),
);
const document = z.object({ Statement: statements });
const role = z.object({
  Policies: z.array(z.object({ PolicyDocument: document })),
  // Undefined, because all permissions of a function must be in inline policies.
  ManagedPolicyArns: z.optional(z.undefined()),
});
const lambda = z.object({
  Role: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) }),
  Timeout: z.number(),
  ReservedConcurrentExecutions: z.number().optional(),
  MemorySize: z.number(),
  Runtime: z.literal('nodejs24.x'),
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
  LoggingConfig: z.object({ LogGroup: z.unknown() }),
});
const queue = z.object({
  VisibilityTimeout: z.number(),
  SqsManagedSseEnabled: z.literal(true),
  RedrivePolicy: z
    .object({
      deadLetterTargetArn: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) }),
      maxReceiveCount: z.number().min(10),
    })
    .optional(),
});
const expiringBucket = z.object({
  LifecycleConfiguration: z.object({
    Rules: z.array(
      z.object({ Prefix: z.string().optional(), ExpirationInDays: z.number().optional() }),
    ),
  }),
  VersioningConfiguration: z.undefined().optional(),
});
const mapping = z.object({
  EventSourceArn: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) }),
  // The engine is called through its alias.
  FunctionName: z.looseObject({ Ref: z.string().default('engine') }),
  FunctionResponseTypes: z.tuple([z.literal('ReportBatchItemFailures')]),
  ScalingConfig: z.object({ MaximumConcurrency: z.number().min(2) }),
  BatchSize: z.number(),
});

/** The stages with structural differences. All others differ from `prod` only in numbers. */
const LOCAL_AND_PROD = ['local', 'prod'] as const;

const read = <T>(
  stage: (typeof STAGES)[number],
  type: string,
  schema: z.ZodType<T>,
  wanted: (id: string) => boolean = () => true,
) =>
  new Map(
    Object.entries(findResources(stage, type))
      .filter(([id]) => wanted(id))
      .map(([id, { Properties }]) => [id, schema.parse(Properties)]),
  );

/** Excludes the roles of API Gateway's log and of CodeDeploy, which have only AWS's own policies. */
const ofFunctions = (id: string): boolean =>
  !/^(apirestCloudWatch|workersengineshiftService)Role/.test(id);

beforeAll(() => {
  for (const stage of STAGES) synthesizeTemplate(stage);
});

function statementsByRole(stage: (typeof STAGES)[number]) {
  expect(findResources(stage, 'AWS::IAM::Policy')).toEqual({});
  return new Map(
    [...read(stage, 'AWS::IAM::Role', role, ofFunctions)].map(([id, { Policies }]) => [
      id,
      Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
    ]),
  );
}

/** Returns the statements of each function's role, by the function's logical id without hash. */
function statementsByFunction(stage: (typeof STAGES)[number]) {
  const roles = statementsByRole(stage);
  return new Map(
    [...read(stage, 'AWS::Lambda::Function', lambda)].map(([id, { Role }]) => [
      id.slice(0, -8),
      roles.get(Role['Fn::GetAtt'][0]) ?? [],
    ]),
  );
}

test.each(STAGES)('%s: no grant is wider than the resources it names', (stage) => {
  const all = [...statementsByRole(stage).values()].flat();
  const wide = all.filter(
    ({ Action, Resource }) =>
      [Action].flat().some((action) => action.includes('*')) ||
      /"\*"/.test(JSON.stringify(Resource)),
  );
  expect(all.length).toBeGreaterThan(80);
  expect(wide).toEqual([]);
});

test('the only other roles are those with which the gateway calls functions', () => {
  const functions = [...read('prod', 'AWS::Lambda::Function', lambda).values()];
  expect(functions.length).toBe(routeNames.length + workerNeeds.size + scheduleNeeds.size);
  expect(Object.keys(functionEntries)).toHaveLength(functions.length);
  const roles = new Set(functions.map(({ Role }) => Role['Fn::GetAtt'][0]));
  const others = [...statementsByRole('prod').keys()].filter((id) => !roles.has(id));
  expect(others.map((id) => id.slice(0, -8))).toEqual(['apicallerOfReads', 'apicallerOfWrites']);
});

test('only the intended functions may write results, read exports or send email', () => {
  const rolesWith = (pattern: RegExp): string[] =>
    [...statementsByFunction('prod')]
      .filter(([, all]) => all.some((statement) => pattern.test(JSON.stringify(statement))))
      .map(([id]) => id)
      .toSorted();
  // Jobs that change contacts store the former values next to the results, so that they are deleted
  // together.
  expect(rolesWith(/s3:PutObject.*\/results\/\*"/)).toEqual([
    'workersfinalize',
    'workersrunConnections',
  ]);
  expect(rolesWith(/s3:PutObject.*\/exports\/\*/)).toEqual(['workersprivacy']);
  expect(rolesWith(/s3:GetObject.*\/exports\/\*/)).toEqual(['apidownloadExport']);
  expect(rolesWith(/s3:GetObject.*\/uploads\/\*/)).not.toContain('apiupload');
  expect(rolesWith(/ses:SendEmail/)).toEqual(['workersmail']);
  expect(rolesWith(/dynamodb:(Scan|\*)/)).toEqual(['workersauditLedger']);
  // The engine must not read secrets, because it parses data from third-party hosts. Its callers
  // must not read the secrets that decrypt keys or sign codes.
  expect(rolesWith(/secretsmanager:/)).not.toContain('workersengine');
  for (const name of ['"secret', 'codeSecret', 'csrfSecret', 'webhookSecret'])
    expect(rolesWith(RegExp(`secretsmanager:.*${name}`))).not.toContain('workersverify');
});

/** Returns the names of the functions that may write each partition, by the partition's pattern. */
function writersByPartition() {
  // A condition alone writes nothing.
  const writes = /^dynamodb:(?:Put|Update|Delete|BatchWrite)Item$/;
  const rights = [...statementsByFunction('prod')].flatMap(([id, all]) =>
    all
      .filter(({ Action }) => [Action].flat().some((action) => writes.test(action)))
      .flatMap(({ Condition }) => {
        const patterns = Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? '*';
        return [patterns].flat().map((pattern) => [pattern, id] as const);
      }),
  );
  return new Map(
    [...Map.groupBy(rights, ([pattern]) => pattern)].map(([pattern, each]) => [
      pattern,
      [...new Set(each.map(([, id]) => id))].toSorted(),
    ]),
  );
}

test('each function writes only the partitions of its features', () => {
  const writers = writersByPartition();
  expect(writers.get('*')).toBeUndefined();
  for (const name of ['apistripeWebhook', 'workersreconcileBilling'])
    expect(writers.get('USER#*')).not.toContain(name);
  const counters = writers.get('RATE#*') ?? [];
  writers.delete('RATE#*');
  for (const own of ['ACTIVITY#*', 'KEYUSE#*']) writers.delete(own);
  const writing = [...writers.values()].flat();
  expect(counters).toEqual(expect.arrayContaining(['apigetPlan', 'apibillings', 'apidownload']));
  for (const name of ['apime', 'apigetPlan', 'apibillings', 'apigetFile', 'apidownload'])
    expect(writing).not.toContain(name);
});

test.each(LOCAL_AND_PROD)(
  '%s: undeliverable messages are kept, and a receive has enough time',
  (stage) => {
    const queues = read(stage, 'AWS::SQS::Queue', queue, (id) => !/schedulesDead/.test(id));
    const functions = read(stage, 'AWS::Lambda::Function', lambda);
    const dead = new Set(
      [...queues.values()].flatMap(({ RedrivePolicy }) =>
        RedrivePolicy ? [RedrivePolicy.deadLetterTargetArn['Fn::GetAtt'][0]] : [],
      ),
    );
    // Tasks and the engine have one dead-letter queue for three queues.
    expect(dead.size).toBe((queues.size - 2) / 2);
    const unguarded = [...queues].filter(([, { RedrivePolicy }]) => RedrivePolicy === undefined);
    expect(new Set(unguarded.map(([id]) => id))).toEqual(dead);
    const mappings = [...read(stage, 'AWS::Lambda::EventSourceMapping', mapping).values()];
    const sources = [...workerNeeds.values()].flatMap(({ reads }) => reads);
    expect(mappings).toHaveLength(sources.length);
    for (const { EventSourceArn, FunctionName } of mappings) {
      const [id] = EventSourceArn['Fn::GetAtt'];
      const visibility = queues.get(id)?.VisibilityTimeout ?? 0;
      const leastSeconds = id.startsWith('queuesengine')
        ? 2 * checks.workers.engine.timeoutSeconds
        : 6 * (functions.get(FunctionName.Ref)?.Timeout ?? Number.POSITIVE_INFINITY);
      expect(visibility).toBeGreaterThanOrEqual(leastSeconds);
    }
    // The engine cannot shorten its visibility, so twelve receives must take less than an hour.
    for (const name of ['engineExpress', 'engineBulk'] as const)
      expect(QUEUES[name].visibilitySeconds * (MAX_RECEIVES - 1)).toBeLessThan(3600);
  },
);

test.each(LOCAL_AND_PROD)('%s: the environment of every function is complete', (stage) => {
  for (const { Environment } of read(stage, 'AWS::Lambda::Function', lambda).values()) {
    const texts = Object.entries(Environment.Variables).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    const env = readEnv({ ...Object.fromEntries(texts), AWS_ENDPOINT_URL: 'http://127.0.0.1:1' });
    expect(env.STAGE).toBe(stage);
  }
});

test('a failed run of a schedule is kept, and not retried before the next run', () => {
  const dead = Object.keys(findResources('prod', 'AWS::SQS::Queue')).find((id) =>
    /schedulesDead/.test(id),
  );
  expect(dead).toBeDefined();
  const runs = Object.entries(findResources('prod', 'AWS::Lambda::Function')).filter(([id]) =>
    [...scheduleNeeds.keys()].some((name) => new RegExp(`^workers${name}[0-9A-F]{8}$`).test(id)),
  );
  expect(runs).toHaveLength(scheduleNeeds.size);
  for (const [id, { Properties }] of runs)
    expect([id, Properties['DeadLetterConfig']]).toEqual([
      id,
      { TargetArn: { 'Fn::GetAtt': [dead, 'Arn'] } },
    ]);
  const retries = Object.values(findResources('prod', 'AWS::Lambda::EventInvokeConfig'));
  expect(retries.map(({ Properties }) => Properties['MaximumRetryAttempts'])).toEqual(
    runs.map(() => 0),
  );
});

test('production reserves concurrency for its workers’ queues, and one run per schedule', () => {
  const functions = read('prod', 'AWS::Lambda::Function', lambda);
  const concurrencyByFunction = new Map<string, number>();
  for (const { FunctionName, ScalingConfig } of read(
    'prod',
    'AWS::Lambda::EventSourceMapping',
    mapping,
  ).values())
    concurrencyByFunction.set(
      FunctionName.Ref,
      (concurrencyByFunction.get(FunctionName.Ref) ?? 0) + ScalingConfig.MaximumConcurrency,
    );
  // The engine also serves checks in flight, forms, background checks and bounces.
  const idOf = (start: string) => [...functions.keys()].find((id) => id.startsWith(start)) ?? '';
  const verifying = concurrencyByFunction.get(idOf('workersverify')) ?? 0;
  const bounces = concurrencyByFunction.get(idOf('workersreadBounces')) ?? Number.NaN;
  concurrencyByFunction.delete('engine');
  concurrencyByFunction.set(idOf('workersengine'), 30 + 100 + 30 + verifying + bounces);
  expect(concurrencyByFunction.size).toBe(workerNeeds.size);
  const reserved = [...functions].filter(([id]) => id.startsWith('workers'));
  expect(reserved).toHaveLength(workerNeeds.size + scheduleNeeds.size);
  for (const [id, { ReservedConcurrentExecutions }] of reserved)
    expect([id, ReservedConcurrentExecutions]).toEqual([id, concurrencyByFunction.get(id) ?? 1]);
  const dev = [...read('dev', 'AWS::Lambda::Function', lambda).values()];
  expect(dev.filter((spec) => spec.ReservedConcurrentExecutions !== undefined)).toEqual([]);
});

test('production reserves concurrency for checks, downloads, login and the webhook', () => {
  const reservedApis = [...read('prod', 'AWS::Lambda::Function', lambda)].filter(
    ([id, spec]) => id.startsWith('api') && spec.ReservedConcurrentExecutions !== undefined,
  );
  const names = reservedApis.map(([id]) => id.replace(/[0-9A-F]{8}$/, ''));
  expect(names.toSorted()).toEqual([
    'apicheckEmail',
    'apicheckForm',
    'apidownload',
    'apilogin',
    'apistripeWebhook',
  ]);
});

test('functions that hash passwords have enough memory and CPU', () => {
  const functions = read('prod', 'AWS::Lambda::Function', lambda);
  for (const [name, leastMb] of Object.entries({ register: 1024, verifyOtp: 1024, login: 1024 })) {
    const [, spec] = [...functions].find(([id]) => id.startsWith(`api${name}`)) ?? [];
    expect(spec?.MemorySize).toBeGreaterThanOrEqual(leastMb);
  }
});

test('the uploads bucket notifies the queues of its areas, which allow it', () => {
  const template = synthesizeTemplate('prod');
  template.hasResourceProperties('AWS::S3::Bucket', {
    NotificationConfiguration: {
      QueueConfigurations: ['uploads/', 'bounces/', 'answers/'].map((Value) => ({
        Event: 's3:ObjectCreated:*',
        Filter: { S3Key: { Rules: [{ Name: 'prefix', Value }] } },
      })),
    },
  });
  const bucket = Object.values(findResources('prod', 'AWS::S3::Bucket')).find(
    ({ Properties }) => 'NotificationConfiguration' in Properties,
  );
  const policies = Object.keys(findResources('prod', 'AWS::SQS::QueuePolicy'));
  expect(bucket?.DependsOn).toHaveLength(3);
  expect(policies).toEqual(expect.arrayContaining([...(bucket?.DependsOn ?? [])]));
});

test.each(LOCAL_AND_PROD)('%s: buckets are private and delete expired objects', (stage) => {
  const buckets = Object.values(findResources(stage, 'AWS::S3::Bucket'));
  expect(buckets).toHaveLength(2);
  for (const { Properties } of buckets)
    expect(Properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      LifecycleConfiguration: {
        Rules: expect.arrayContaining([
          expect.objectContaining({ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } }),
        ]),
      },
      CorsConfiguration: {
        CorsRules: [
          expect.objectContaining({ AllowedOrigins: [expect.stringMatching(/^https?:/)] }),
        ],
      },
    });
});

test('production keeps its data and has point-in-time recovery; stage local has neither', () => {
  const tableOf = (stage: 'local' | 'prod') =>
    Object.values(findResources(stage, 'AWS::DynamoDB::Table'))[0];
  expect(tableOf('prod')).toMatchObject({
    DeletionPolicy: 'RetainExceptOnCreate',
    UpdateReplacePolicy: 'Retain',
    Properties: {
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      BillingMode: 'PAY_PER_REQUEST',
    },
  });
  expect(tableOf('local')).toMatchObject({ DeletionPolicy: 'Delete' });
});

test('functions reserve the concurrency that a deployment checks, and leave a hundred unreserved', () => {
  const reserved = Object.values(findResources('prod', 'AWS::Lambda::Function'))
    .map(({ Properties }) => Number(Properties['ReservedConcurrentExecutions'] ?? 0))
    .reduce((a, b) => a + b);
  const config = createStageConfig('prod', PRODUCTION_CONFIG);
  expect(describeConcurrencyShortage(config, reserved + 99)).toContain(`needs ${reserved + 100}: `);
  expect(describeConcurrencyShortage(config, reserved + 100)).toBeUndefined();
});

test('a trial stage is deleted with the content of its buckets, production is not', () => {
  const countEmptiedBuckets = (stage: (typeof STAGES)[number]): number =>
    Object.keys(findResources(stage, 'Custom::S3AutoDeleteObjects')).length;
  expect({ dev: countEmptiedBuckets('dev'), prod: countEmptiedBuckets('prod') }).toEqual({
    dev: Object.keys(findResources('dev', 'AWS::S3::Bucket')).length,
    prod: 0,
  });
});

test('local contains nothing that the free emulators do not support', () => {
  const { Resources } = synthesizeTemplate('local').toJSON() as {
    Resources: Record<string, { Type: string }>;
  };
  const types = new Set(Object.values(Resources).map(({ Type }) => Type));
  expect([...types].toSorted()).toEqual([
    'AWS::ApiGateway::Deployment',
    'AWS::ApiGateway::RestApi',
    'AWS::ApiGateway::Stage',
    'AWS::DynamoDB::Table',
    'AWS::Events::Rule',
    'AWS::IAM::Role',
    'AWS::Lambda::EventSourceMapping',
    'AWS::Lambda::Function',
    'AWS::Lambda::Permission',
    'AWS::Logs::LogGroup',
    'AWS::S3::Bucket',
    'AWS::S3::BucketPolicy',
    'AWS::SQS::Queue',
    'AWS::SQS::QueuePolicy',
    'AWS::SecretsManager::Secret',
  ]);
});

test('every object expires, and a deleted one leaves no version', () => {
  const rules = [...read('prod', 'AWS::S3::Bucket', expiringBucket).values()].flatMap(
    ({ LifecycleConfiguration }) => LifecycleConfiguration.Rules,
  );
  const expirations = rules.flatMap(({ Prefix = '', ExpirationInDays }) =>
    ExpirationInDays === undefined ? [] : [[Prefix, ExpirationInDays]],
  );
  const { deadMessages: _, ...areas } = createStageConfig('prod', PRODUCTION_CONFIG).retentionDays;
  expect(expirations.toSorted()).toEqual(
    Object.entries(areas)
      .map(([area, days]) => [`${area}/`, days])
      .toSorted(),
  );
});
