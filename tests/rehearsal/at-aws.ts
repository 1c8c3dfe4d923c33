import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { createStageConfig, type StageConfig } from '../../infra/stage/config.ts';
import { checkCredentials, readDeployedStacks } from '../../infra/stage/deployed-stacks.ts';
import { readStageFile, StageError } from '../../infra/stage/stage-file.ts';
import { LIST_STATUS } from '../../shared/model/list-status.ts';
import { getList, signUp, type TestCustomer, uploadList } from '../support/customer.ts';
import { createClientFactory } from '../support/stack.ts';
import './record-calls.mjs';
import { callOfCommand, describeCalls } from './aws-calls.ts';
import { AWS_STEPS, type AwsTools, DESTROY_STEP } from './aws-steps.ts';
import { rehearse, type StepLimits } from './rehearse.ts';

const RECORDER = fileURLToPath(new URL('record-calls.mjs', import.meta.url));
const CREDITS = 1000;
/** Idle cost of a stage without egress, with all its metrics (docs/operators/cost.md). */
export const IDLE_DOLLARS_PER_HOUR = (43.01 + 34.5) / 730;

const values = z.looseObject({ settings: z.record(z.string(), z.string()).default({}) });

/** @throws {StageError} unless the stage may be deployed, broken and destroyed */
export function refuseUnfitStage(
  { stage, account, keepsData }: StageConfig,
  existing: Iterable<string>,
): void {
  if (account?.kind !== 'dev' || keepsData)
    throw new StageError(
      `The stage ${stage} is of kind ${account?.kind}: a rehearsal destroys it.`,
    );
  const [found] = existing;
  if (found !== undefined)
    throw new StageError(
      `${found} exists, and a rehearsal would destroy it: use a new stage, or delete this one first.`,
    );
  if (
    account.domain !== undefined ||
    !account.env.account ||
    !account.env.region ||
    !account.backup
  )
    throw new StageError(
      `The stage ${stage} needs account, region and backup, and no domain, so that it is cheap and stores the sign-up's email in the table.`,
    );
}

interface Rehearsal {
  readonly config: StageConfig;
  /** Folder of the copy of the stage's file. */
  readonly folder: string;
  readonly file: unknown;
  /** File of the recorded calls. */
  readonly callsFile: string;
  /** Converts the stack's URL of the API, for an emulator. */
  readonly reach?: (apiUrl: string) => string;
}

export function createToolsFactory({
  config,
  folder,
  file,
  callsFile,
  reach = (apiUrl) => apiUrl.replace(/\/$/, ''),
}: Rehearsal) {
  const { stage, account } = config;
  const stageFile = join(folder, `${stage}.json`);
  const env = {
    ...process.env,
    AWS_REGION: account?.env.region,
    AWS_DEFAULT_REGION: account?.env.region,
    AWS_PAGER: '',
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${RECORDER}`,
  };
  const original = values.parse(file);
  let current: Readonly<Record<string, unknown>> = original;
  const write = (): void => writeFileSync(stageFile, JSON.stringify(current));
  write();
  let customer: TestCustomer | undefined;

  const toolsOf = ({ signal, spend }: StepLimits): AwsTools => {
    async function run(command: string, more: NodeJS.ProcessEnv = {}): Promise<string> {
      const [program = '', ...args] = command.split(' ');
      signal.throwIfAborted();
      if (program === 'aws') appendFileSync(callsFile, `${callOfCommand(args)}\n`);
      // The CDK and its children form one process group, so that all are killed at the time limit.
      const child = spawn(program, args, { env: { ...env, ...more }, detached: true });
      const kill = (): void => void (child.pid && process.kill(-child.pid));
      signal.addEventListener('abort', kill);
      const printed = { all: '', stdout: '' };
      child.stdout.on('data', (data) => (printed.stdout += String(data)));
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (data) => {
          printed.all += String(data);
          process.stderr.write(data);
        });
      const [code] = await once(child, 'close');
      signal.removeEventListener('abort', kill);
      if (code !== 0) throw new Error(`${args.slice(0, 3).join(' ')} failed: ${printed.all}`);
      return printed.stdout;
    }
    const url = async (): Promise<string> => {
      const found = (await readDeployedStacks(config)).get(`Tamis-${stage}`)?.outputs['ApiUrl'];
      return reach(found ?? '');
    };
    const signedUp = (): TestCustomer => {
      if (customer === undefined) throw new Error('No customer has signed up.');
      return customer;
    };
    const me = async () => (await signedUp().api.me()).data;
    return {
      signal,
      spend,
      stage,
      stageFile,
      backup: account?.backup ?? '',
      run,
      deploy(changes, ...options) {
        const changed = values.partial().parse(changes);
        current = {
          ...current,
          ...changed,
          ...(changed.settings && { settings: { ...original.settings, ...changed.settings } }),
        };
        write();
        return run(['npm run --silent deploy --', stageFile, '--yes', ...options].join(' '));
      },
      sleep: (ms) => sleep(ms, undefined, { signal }),
      randomText: (length) => randomBytes(length / 2).toString('hex'),
      customer: {
        async create() {
          const email = 'rehearsal@tamis.invalid';
          const origin = await url();
          customer = await signUp(
            {
              url: origin,
              client: createClientFactory(origin),
              mails: async () => {
                const text = await run(
                  `npm run --silent inspect -- table MAIL# --stage ${stageFile}`,
                );
                return readMails(text);
              },
              command: async () => undefined,
            },
            email,
          );
          await run(
            `npm run --silent credits:grant -- --stage ${stageFile} ${email} ${CREDITS} --why rehearsal`,
          );
        },
        async smoke() {
          const { test_api_key: key } = await me();
          await run(`npm run --silent smoke -- --url ${await url()}`, {
            TAMIS_API_KEY: key ?? '',
          });
        },
        upload: (name, addresses) =>
          uploadList(signedUp(), name, { name, bytes: Buffer.from(addresses.join('\n')) }),
        isFinished: async (id) => (await getList(signedUp(), id))?.status === LIST_STATUS.finished,
        balance: async () => (await me()).available_credit,
      },
    };
  };
  return toolsOf;
}

const storedMail = z.object({ to: z.string(), subject: z.string(), text: z.string() });

/**
 * Parses the output of `npm run inspect`, whose items are JSON in indented lines. Other items with
 * MAIL in their keys record only that an email was sent.
 */
export const readMails = (printed: string) =>
  printed
    .split('\n')
    .filter((line) => line.startsWith('  {'))
    .flatMap((line) => storedMail.safeParse(JSON.parse(line)).data ?? [])
    .map((mail) => Object.assign(mail, { html: '', date: '' }))
    .toReversed();

/**
 * `npm run rehearse:aws -- STAGE`: deploys a small stage to its account, with the operator's
 * credentials, runs the steps that need a real account, and destroys the stage. The exit status is
 * 1 if a step differs from its expectation.
 */
async function main(stageArg: string): Promise<boolean> {
  const { stage, file } = readStageFile(stageArg);
  const config = createStageConfig(stage, file);
  refuseUnfitStage(config, []);
  const folder = mkdtempSync(join(tmpdir(), 'tamis-rehearsal-'));
  const callsFile = join(folder, 'calls');
  process.env['TAMIS_AWS_CALLS'] = callsFile;
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  try {
    await checkCredentials(config);
    refuseUnfitStage(config, (await readDeployedStacks(config)).keys());
    const deps = {
      toolsOf: createToolsFactory({ config, folder, file, callsFile }),
      now: Date.now,
      sleep: (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }),
      print: console.log,
      interrupted: interrupted.signal,
      dollarsPerHour: IDLE_DOLLARS_PER_HOUR,
    };
    const hasPassed = await rehearse(deps, AWS_STEPS, DESTROY_STEP);
    console.log('Calls of AWS APIs, with the IAM actions that they are documented to need:');
    for (const line of describeCalls(readFileSync(callsFile, 'utf8').trim().split('\n')))
      console.log(`  ${line}`);
    return hasPassed;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main)
  try {
    process.exitCode = (await main(process.argv[2] ?? '')) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof StageError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
