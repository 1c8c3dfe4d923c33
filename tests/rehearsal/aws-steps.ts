import { SECRET_CACHE_MS } from '../../functions/platform/secrets/secrets-manager.ts';
import { fillCommand, readDrillSteps } from './restore-drill.ts';
import type { Step, StepLimits } from './rehearse.ts';

/** Tools of the steps: the documented commands, and a customer of the stage. */
export interface AwsTools extends StepLimits {
  readonly stage: string;
  /** Path of a copy of the stage's file. */
  readonly stageFile: string;
  /** The destination vault of the stage's file. */
  readonly backup: string;
  /** Runs a command that has no quoted words. Returns its output. @throws with it on failure */
  run(command: string): Promise<string>;
  /** Changes the copy of the stage's file, and runs `npm run deploy`. @throws if that fails */
  deploy(values: Readonly<Record<string, unknown>>, ...options: readonly string[]): Promise<string>;
  sleep(ms: number): Promise<unknown>;
  /** Returns random hexadecimal digits. */
  randomText(length: number): string;
  readonly customer: Customer;
}

/**
 * A customer of the stage. All actions use the API, except reading the sign-up code and granting
 * credits.
 */
interface Customer {
  /** Signs up, and gets credits. */
  create(): Promise<void>;
  /** Runs `npm run smoke` with the test key. */
  smoke(): Promise<void>;
  upload(file: string, addresses: readonly string[]): Promise<string>;
  isFinished(listId: string): Promise<boolean>;
  /** Returns the credits that can be spent. */
  balance(): Promise<number>;
}

const POLL_MS = 15_000;
const DESTROY_TRIES = 10;
const DESTROY_PAUSE_MS = 300_000;
const SECRET_LENGTH = 64;
/** Number of addresses in each list, at a cost of $0.77 per million (docs/operators/cost.md). */
const LIST_ADDRESSES = 100;
const LISTS = 6;
const SMOKE_DOLLARS = 0.01;
const BACKUP_DOLLARS = 0.01;
const RAISED_CHECKS = 120;
/** Reserved for documentation (RFC 5737), so no server responds. */
const NO_DNS_SERVER = '192.0.2.1:53';

const DOCS = 'https://docs.aws.amazon.com';

function expect(condition: boolean, failure: string): void {
  if (!condition) throw new Error(failure);
}

async function waitUntil(tools: AwsTools, isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await tools.sleep(POLL_MS);
}

async function tryAgain(tools: AwsTools, work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      await work();
      return;
    } catch (error) {
      if (tries === DESTROY_TRIES) throw error;
      await tools.sleep(DESTROY_PAUSE_MS);
    }
}

const restoredName = ({ stage }: AwsTools): string => `tamis-${stage}-restored`;

/** The first version of the AWS CLI prints seconds, the second one ISO 8601. */
const epochMsOf = (time: string): number =>
  /^[\d.]+$/.test(time) ? Number(time) * 1000 : Date.parse(time);

/** Evaluates a JMESPath expression without spaces. */
const query = async (tools: AwsTools, command: string, expression: string): Promise<string> =>
  (await tools.run(`aws ${command} --query ${expression} --output text`)).trim();

const outputOf = (tools: AwsTools, name: string): Promise<string> =>
  query(
    tools,
    `cloudformation describe-stacks --stack-name Tamis-${tools.stage}`,
    `Stacks[0].Outputs[?OutputKey=='${name}'].OutputValue`,
  );

const resourcesOf = (tools: AwsTools, type: string, prefix = ''): Promise<string> =>
  query(
    tools,
    `cloudformation list-stack-resources --stack-name Tamis-${tools.stage}`,
    `StackResourceSummaries[?ResourceType=='AWS::${type}'&&starts_with(LogicalResourceId,'${prefix}')].PhysicalResourceId`,
  );

/** Returns the version of the engine that gets all calls. */
async function liveVersionOf(tools: AwsTools): Promise<string> {
  const alias = await resourcesOf(tools, 'Lambda::Alias');
  const [name = '', aliasName = ''] = alias.split(':').slice(-2);
  return query(
    tools,
    `lambda get-alias --function-name ${name} --name ${aliasName}`,
    `[FunctionVersion,RoutingConfig.AdditionalVersionWeights]`,
  );
}

async function smoke(tools: AwsTools): Promise<void> {
  tools.spend(SMOKE_DOLLARS);
  await tools.customer.smoke();
}

const deployStep: Step<AwsTools> = {
  name: 'deploy',
  expectation: 'the stack of the service is created',
  page: `${DOCS}/AWSCloudFormation/latest/UserGuide/view-stack-events.html`,
  minutes: 45,
  dollars: 0.25,
  async run(tools) {
    await tools.deploy({});
    const status = await query(
      tools,
      `cloudformation describe-stacks --stack-name Tamis-${tools.stage}`,
      'Stacks[0].StackStatus',
    );
    expect(/^(CREATE|UPDATE)_COMPLETE$/.test(status), `The stack is ${status}.`);
    return `the stack is ${status}`;
  },
};

const smokeStep: Step<AwsTools> = {
  name: 'smoke',
  expectation: 'S3 notifies the queue of an upload, Lambda reads the queue, and the list finishes',
  page: `${DOCS}/lambda/latest/dg/with-sqs.html`,
  minutes: 20,
  dollars: 0.25,
  async run(tools) {
    await tools.customer.create();
    await smoke(tools);
    return `a customer signed up, and the smoke test passed; ${await tools.customer.balance()} credits`;
  },
};

const refuseStep: Step<AwsTools> = {
  name: 'refuse a broken engine',
  expectation: 'the probe of the new version fails the update, so the alias keeps its version',
  page: `${DOCS}/AWSCloudFormation/latest/UserGuide/view-stack-events.html`,
  minutes: 90,
  dollars: 0.5,
  async run(tools) {
    const before = await liveVersionOf(tools);
    const failure = await tools.deploy({ settings: { DNS_SERVERS: NO_DNS_SERVER } }).then(
      () => undefined,
      (error: unknown) => String(error),
    );
    expect(failure !== undefined, 'A release whose engine finds no DNS server was accepted.');
    expect(/probe/i.test(failure ?? ''), `The release failed, but not at the probe: ${failure}`);
    expect(
      failure?.includes('The previous version is deployed again.') === true,
      'The release was not rolled back.',
    );
    const after = await liveVersionOf(tools);
    expect(before === after, `The alias moved from version ${before} to ${after}.`);
    await smoke(tools);
    return `the release was refused at the probe, version ${after} has all calls, and the smoke test passed`;
  },
};

const returnStep: Step<AwsTools> = {
  name: 'return',
  expectation: 'the next release of a working engine succeeds after the refused one',
  page: `${DOCS}/codedeploy/latest/userguide/deployment-configurations.html`,
  minutes: 60,
  dollars: 0.4,
  async run(tools) {
    await tools.deploy({ settings: {} });
    await smoke(tools);
    return `the release succeeded, version ${await liveVersionOf(tools)} has all calls`;
  },
};

const raiseStep: Step<AwsTools> = {
  name: 'raise CHECKS_IN_FLIGHT',
  expectation: 'one deployment changes the limit of the functions, at most within the quota',
  page: `${DOCS}/lambda/latest/dg/configuration-envvars.html`,
  minutes: 60,
  dollars: 0.4,
  async run(tools) {
    await tools.deploy({ settings: { CHECKS_IN_FLIGHT: String(RAISED_CHECKS) } });
    const name = await outputOf(tools, 'AnyFunction');
    const found = await query(
      tools,
      `lambda get-function-configuration --function-name ${name}`,
      'Environment.Variables.CHECKS_IN_FLIGHT',
    );
    expect(found === String(RAISED_CHECKS), `CHECKS_IN_FLIGHT is ${found}.`);
    await smoke(tools);
    return `CHECKS_IN_FLIGHT is ${found}, and the smoke test passed`;
  },
};

/** No domain exists under `.invalid` (RFC 6761 §6.4), so no mail server is contacted. */
const addressesOf = (list: number): string[] =>
  Array.from({ length: LIST_ADDRESSES }, (_, i) => `a@l${list}-${i}.rehearsal.invalid`);

const pauseStep: Step<AwsTools> = {
  name: 'pause and resume under load',
  expectation:
    'Lambda stops reading its queues, keeps their messages, and loses or repeats none afterward',
  page: `${DOCS}/lambda/latest/api/API_UpdateEventSourceMapping.html`,
  minutes: 45,
  dollars: 0.3,
  async run(tools) {
    const { customer, stageFile } = tools;
    tools.spend(LISTS * LIST_ADDRESSES * (0.77 / 1e6));
    const before = await customer.balance();
    const lists: string[] = [];
    const upload = async (count: number): Promise<void> => {
      for (let more = 0; more < count; more += 1)
        lists.push(await customer.upload(`load-${lists.length}.csv`, addressesOf(lists.length)));
    };
    await upload(LISTS / 2);
    await tools.run(`npm run --silent stage:pause -- ${stageFile}`);
    const uploadedBefore = lists.length;
    await upload(LISTS / 2);
    await tools.sleep(4 * POLL_MS);
    for (const list of lists.slice(uploadedBefore))
      expect(!(await customer.isFinished(list)), 'A list was verified during the pause.');
    const resumed = await tools.run(`npm run --silent stage:resume -- ${stageFile}`);
    for (const list of lists) await waitUntil(tools, () => customer.isFinished(list));
    const charged = before - (await customer.balance());
    expect(charged === LISTS * LIST_ADDRESSES, `The lists cost ${charged} credits.`);
    return `${resumed.trim()} All ${LISTS} lists finished, for exactly ${charged} credits.`;
  },
};

const copyStep: Step<AwsTools> = {
  name: 'copy a backup',
  expectation: 'a backup job and a copy job to the other region complete',
  page: `${DOCS}/aws-backup/latest/devguide/recov-point-create-a-copy.html`,
  minutes: 240,
  dollars: 0.75,
  async run(tools) {
    tools.spend(2 * BACKUP_DOLLARS);
    const vault = await resourcesOf(tools, 'Backup::BackupVault');
    const table = await outputOf(tools, 'TableName');
    const arn = await query(
      tools,
      `dynamodb describe-table --table-name ${table}`,
      'Table.TableArn',
    );
    const role = await resourcesOf(tools, 'IAM::Role', 'tableCopies');
    const roleArn = `arn:aws:iam::${arn.split(':')[4]}:role/${role}`;
    // The copies expire after a day.
    const more = `--iam-role-arn ${roleArn} --lifecycle DeleteAfterDays=1`;
    const waitForJob = async (command: string, state: string): Promise<void> =>
      waitUntil(tools, async () => {
        const found = await query(tools, `backup ${command}`, state);
        expect(!/^(ABORTED|EXPIRED|FAILED|PARTIAL)$/.test(found), `The job is ${found}.`);
        return found === 'COMPLETED';
      });
    const job = await query(
      tools,
      `backup start-backup-job --backup-vault-name ${vault} --resource-arn ${arn} ${more}`,
      'BackupJobId',
    );
    const described = `describe-backup-job --backup-job-id ${job}`;
    await waitForJob(described, 'State');
    const point = await query(tools, `backup ${described}`, 'RecoveryPointArn');
    const copy = await query(
      tools,
      `backup start-copy-job --recovery-point-arn ${point} --source-backup-vault-name ${vault} --destination-backup-vault-arn ${tools.backup} ${more}`,
      'CopyJobId',
    );
    await waitForJob(`describe-copy-job --copy-job-id ${copy}`, 'CopyJob.State');
    return `${point} was copied to ${tools.backup}, and expires in a day`;
  },
};

const restoreStep: Step<AwsTools> = {
  name: 'restore a backup',
  expectation: 'the restore drill gives back every balance, in a table without time to live',
  page: `${DOCS}/amazondynamodb/latest/developerguide/pointintimerecovery_restores.html`,
  minutes: 150,
  dollars: 0.75,
  async run(tools) {
    tools.spend(BACKUP_DOLLARS);
    const balance = await tools.customer.balance();
    const { stageFile } = tools;
    const names = { OLD: await outputOf(tools, 'TableName'), NEW: restoredName(tools), stageFile };
    const runAll = async (commands: readonly string[]): Promise<string> => {
      let printed = '';
      for (const command of commands) printed += await tools.run(fillCommand(command, names));
      return printed;
    };
    const [pause = [], restore = [], complete = [], change = [], ...after] = readDrillSteps();
    const [pauseCommand = '', describe = ''] = pause;
    const paused = await tools.run(fillCommand(pauseCommand, names));
    const [end = ''] = /\d{4}-[\dT:.-]+Z/.exec(paused) ?? [];
    const restorable =
      'ContinuousBackupsDescription.PointInTimeRecoveryDescription.LatestRestorableDateTime';
    await waitUntil(tools, async () => {
      const found = await query(
        tools,
        fillCommand(describe, names).replace('aws ', ''),
        restorable,
      );
      return epochMsOf(found) > Date.parse(end);
    });
    await runAll([...restore, ...complete]);
    expect(change.length === 1, 'The drill no longer changes one value of the file.');
    await tools.deploy({ table: names.NEW }, '--now');
    const printed = await runAll(after.flat());
    expect(printed.includes(': all are right.'), `The audit found differences: ${printed}`);
    const found = await tools.customer.balance();
    expect(found === balance, `The customer has ${found} credits instead of ${balance}.`);
    return `the stage uses ${names.NEW}, the audit found no difference, and the customer has ${found} credits`;
  },
};

const rotateStep: Step<AwsTools> = {
  name: 'rotate a secret',
  expectation: 'the new value gets AWSCURRENT, and the previous value AWSPREVIOUS',
  page: `${DOCS}/secretsmanager/latest/apireference/API_PutSecretValue.html`,
  minutes: 20,
  dollars: 0.25,
  async run(tools) {
    const id = await outputOf(tools, 'AppSecretId');
    const versionWith = (stage: string): Promise<string> =>
      query(
        tools,
        `secretsmanager list-secret-version-ids --secret-id ${id}`,
        `Versions[?contains(VersionStages,'${stage}')].VersionId`,
      );
    const old = await versionWith('AWSCURRENT');
    const value = tools.randomText(SECRET_LENGTH);
    await tools.run(
      `aws secretsmanager put-secret-value --secret-id ${id} --secret-string ${value} --query Name`,
    );
    await tools.sleep(SECRET_CACHE_MS);
    const resealed = await tools.run(`npm run --silent keys:reseal -- --stage=${tools.stageFile}`);
    const previous = await versionWith('AWSPREVIOUS');
    expect(previous === old, `AWSPREVIOUS is ${previous} instead of ${old}.`);
    expect((await versionWith('AWSCURRENT')) !== old, 'The secret still has its old value.');
    await smoke(tools);
    return `${resealed.trim()} The smoke test passed with the same key.`;
  },
};

/** The steps of `npm run rehearse:aws`, in order. */
export const AWS_STEPS: readonly Step<AwsTools>[] = [
  deployStep,
  smokeStep,
  refuseStep,
  returnStep,
  raiseStep,
  pauseStep,
  copyStep,
  restoreStep,
  rotateStep,
];

/** Deletes the stage and everything that its stacks do not contain. */
export const DESTROY_STEP: Step<AwsTools> = {
  name: 'destroy',
  expectation: 'nothing of the stage remains, except the copied backup, which expires in a day',
  page: `${DOCS}/AWSCloudFormation/latest/APIReference/API_DeleteStack.html`,
  minutes: 120,
  dollars: 0.6,
  async run(tools) {
    const { stage, stageFile } = tools;
    const failures: string[] = [];
    const attempt = (work: Promise<unknown>, absent: RegExp): Promise<void> =>
      work.then(
        () => undefined,
        (error: unknown) => {
          if (!absent.test(String(error))) failures.push(String(error));
        },
      );
    await attempt(deleteRecoveryPoints(tools), /does not exist/);
    // CloudFormation does not delete a stack during an update, which may still be running.
    await tryAgain(tools, () =>
      tools.run(`npx cdk destroy --all --force --context=stage=${stageFile}`),
    );
    await attempt(deleteRestoredTable(tools), /ResourceNotFoundException/);
    await attempt(
      tools.run(`aws ssm delete-parameter --name /tamis/${stage}/paused`),
      /ParameterNotFound/,
    );
    expect(failures.length === 0, failures.join('\n'));
    return 'every command succeeded';
  },
};

/** A vault can be deleted only when it is empty. */
async function deleteRecoveryPoints(tools: AwsTools): Promise<void> {
  const vault = await resourcesOf(tools, 'Backup::BackupVault');
  if (vault === '') return;
  const inVault = `--backup-vault-name ${vault}`;
  const points = await query(
    tools,
    `backup list-recovery-points-by-backup-vault ${inVault}`,
    'RecoveryPoints[].RecoveryPointArn',
  );
  for (const point of points.split(/\s+/).filter(Boolean))
    await tools.run(`aws backup delete-recovery-point ${inVault} --recovery-point-arn ${point}`);
}

async function deleteRestoredTable(tools: AwsTools): Promise<void> {
  const table = `--table-name ${restoredName(tools)}`;
  await tools.run(`aws dynamodb update-table ${table} --no-deletion-protection-enabled`);
  await tools.run(`aws dynamodb wait table-exists ${table}`);
  await tools.run(`aws dynamodb delete-table ${table}`);
}
