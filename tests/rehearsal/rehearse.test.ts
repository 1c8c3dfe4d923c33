import { describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../shared/model/duration.ts';
import { createStageConfig } from '../../infra/stage/config.ts';
import { ACTIONS_BY_CALL, callOfCommand, describeCalls } from './aws-calls.ts';
import { AWS_STEPS, DESTROY_STEP } from './aws-steps.ts';
import { IDLE_DOLLARS_PER_HOUR, readMails, refuseUnfitStage } from './at-aws.ts';
import { rehearse, type Step, type StepLimits } from './rehearse.ts';

const PAGE = 'https://vendor.test/page';

type FakeStep = Step<StepLimits>;
const stepOf = (name: string, run: FakeStep['run'], more: Partial<FakeStep> = {}): FakeStep => ({
  name,
  expectation: `${name} works`,
  page: PAGE,
  minutes: 60,
  dollars: 1,
  ...more,
  run,
});

/** Runs steps at 60 cents an hour. The clock advances only when a step sleeps or is stopped. */
async function runFakes(steps: readonly FakeStep[], destroy?: FakeStep) {
  const lines: string[] = [];
  const interrupted = new AbortController();
  let now = 0;
  let moveClock: (() => void) | undefined;
  const advance = (minutes: number): void => {
    now += minutes * MINUTE_MS;
    moveClock?.();
  };
  const sleep = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const end = now + ms;
      moveClock = () => now >= end && resolve();
      signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
  const world = { advance, interrupt: () => interrupted.abort() };
  worlds.push(world);
  const hasPassed = await rehearse(
    {
      toolsOf: (limits) => limits,
      now: () => now,
      sleep,
      print: (line) => lines.push(line),
      interrupted: interrupted.signal,
      dollarsPerHour: 0.6,
    },
    steps,
    destroy ?? stepOf('destroy', async () => 'nothing remains'),
  );
  return { hasPassed, lines, starts: lines.filter((line) => !line.startsWith(' ')) };
}
const worlds: { advance: (minutes: number) => void; interrupt: () => void }[] = [];
const advance = (minutes: number): void => worlds.at(-1)?.advance(minutes);

describe('rehearse', () => {
  it('reports expectation, page, observation, time and cost of every step', async () => {
    const deploy = stepOf('deploy', async ({ spend }) => {
      advance(30);
      spend(0.05);
      return 'it is there';
    });
    const { hasPassed, lines } = await runFakes([deploy]);
    expect(hasPassed).toBe(true);
    expect(lines.slice(0, 3)).toEqual([
      'ok: deploy, 30.0 minutes, about $0.35',
      `  expected: deploy works (${PAGE})`,
      '  observed: it is there',
    ]);
  });

  it('destroys the stage after a step that fails, and names the steps that did not run', async () => {
    const broken = stepOf('break', async () => {
      throw new Error('the release was accepted');
    });
    const never = vi.fn<FakeStep['run']>();
    const { hasPassed, lines, starts } = await runFakes([broken, stepOf('pause', never)]);
    expect(hasPassed).toBe(false);
    expect(never).not.toHaveBeenCalled();
    expect(lines).toContain('  observed: the release was accepted');
    expect(starts).toEqual([
      'FAILED: break, 0.0 minutes, about $0.00',
      'not run: pause',
      'ok: destroy, 0.0 minutes, about $0.00',
    ]);
  });

  it('stops a step at its time limit, aborts its work, and destroys the stage', async () => {
    let stopped: AbortSignal | undefined;
    const endless = stepOf('wait', async ({ signal }) => {
      stopped = signal;
      advance(59);
      expect(signal.aborted).toBe(false);
      setTimeout(() => advance(1));
      return new Promise<string>(() => undefined);
    });
    const { hasPassed, lines, starts } = await runFakes([endless]);
    expect(hasPassed).toBe(false);
    expect(stopped?.aborted).toBe(true);
    expect(lines).toContain('  observed: The step was stopped after 60 minutes.');
    expect(starts.at(-1)).toMatch(/^ok: destroy/);
  });

  it('stops a step before it exceeds its dollar limit, in which the idle stage counts', async () => {
    const bought: number[] = [];
    const expensive = stepOf('buy', async ({ spend }) => {
      for (;;) {
        spend(0.15);
        bought.push(0.15);
      }
    });
    const { hasPassed, lines } = await runFakes([expensive]);
    expect(hasPassed).toBe(false);
    expect(bought).toHaveLength(2);
    expect(lines).toContain('  observed: The step could cost more than its limit of $1.00.');
  });

  it('does not start a step whose time limit costs more than its dollar limit', async () => {
    const run = vi.fn<FakeStep['run']>();
    expect((await runFakes([stepOf('idle', run, { minutes: 101 })])).hasPassed).toBe(false);
    expect(run).not.toHaveBeenCalled();
  });

  it('destroys the stage when the operator interrupts a step, and starts no other step', async () => {
    const interrupted = stepOf('deploy', () => {
      setTimeout(() => worlds.at(-1)?.interrupt());
      return new Promise<string>(() => undefined);
    });
    const never = vi.fn<FakeStep['run']>();
    const { hasPassed, starts } = await runFakes([interrupted, stepOf('smoke', never)]);
    expect(hasPassed).toBe(false);
    expect(never).not.toHaveBeenCalled();
    expect(starts.at(-1)).toMatch(/^ok: destroy/);
  });

  it('fails if the stage cannot be destroyed', async () => {
    const stuck = stepOf('destroy', async () => {
      throw new Error('the bucket is not empty');
    });
    const { hasPassed, lines } = await runFakes([stepOf('smoke', async () => 'passed')], stuck);
    expect(hasPassed).toBe(false);
    expect(lines).toContain('  observed: the bucket is not empty');
  });
});

describe('refuseUnfitStage', () => {
  const FILE = {
    kind: 'dev',
    account: '111111111111',
    region: 'eu-west-3',
    backup: 'arn:aws:backup:eu-central-1:111111111111:backup-vault:tamis',
  };
  const refuse = (file: object, existing: string[] = []) =>
    refuseUnfitStage(createStageConfig('trial', file), existing);

  it('accepts a new stage of kind dev', () => {
    expect(() => refuse(FILE)).not.toThrow();
  });

  it('refuses a stage of kind prod', () => {
    const { account } = createStageConfig('trial', FILE);
    if (!account) throw new Error('The stage has no account');
    const config = { ...createStageConfig('trial', FILE), account: { ...account, kind: 'prod' } };
    expect(() =>
      refuseUnfitStage(config as typeof config & { account: { kind: 'prod' } }, []),
    ).toThrow('of kind prod');
  });

  it('refuses a stage that exists, because it would be destroyed', () => {
    expect(() => refuse(FILE, ['Tamis-trial'])).toThrow('Tamis-trial exists');
  });

  it.each(['account', 'region', 'backup'] as const)('refuses a stage without %s', (name) => {
    const { [name]: _, ...rest } = FILE;
    expect(() => refuse(rest)).toThrow('needs account, region and backup');
  });

  it('refuses a stage with a domain', () => {
    expect(() => refuse({ ...FILE, domain: 'verify.tamis.test' })).toThrow('no domain');
  });
});

it('readMails returns emails, newest first, and ignores the records that they were sent', () => {
  const printed = `MAIL#1 / MAIL
  {"to":"a@tamis.test","subject":"First","text":"1"}
MAIL#2 / MAIL
  {"to":"a@tamis.test","subject":"Second","text":"2"}
MAIL#otp:1 / MAIL
  {"ttl":1798715832}
3 of 11 items`;
  expect(readMails(printed).map(({ subject }) => subject)).toEqual(['Second', 'First']);
});

describe('the steps', () => {
  it('can each run until their time limit within their dollar limit, and cost $6 at most', () => {
    const steps = [...AWS_STEPS, DESTROY_STEP];
    const tooLong = steps.filter(
      ({ minutes, dollars }) => (minutes / 60) * IDLE_DOLLARS_PER_HOUR >= dollars,
    );
    expect(tooLong.map(({ name }) => name)).toEqual([]);
    expect(steps.reduce((sum, { dollars }) => sum + dollars, 0)).toBeLessThan(6);
  });

  it.each([...AWS_STEPS, DESTROY_STEP])('$name cites a page of AWS', ({ page }) => {
    expect(page).toMatch(/^https:\/\/docs\.aws\.amazon\.com\/.+\.html$/);
  });
});

describe('the recorded calls', () => {
  it('are described in the order made, with their actions', () => {
    const calls = ['sts:GetCallerIdentity', 'lambda:Invoke', 'lambda:GetAlias', 'lambda:Invoke'];
    expect(describeCalls(calls)).toEqual([
      'sts:GetCallerIdentity (1 calls): no action',
      'lambda:Invoke (2 calls): lambda:InvokeFunction',
      'lambda:GetAlias (1 calls): lambda:GetAlias',
    ]);
    expect(describeCalls(['s3:GetObject'])).toEqual([expect.stringContaining('UNKNOWN')]);
  });

  it('include the commands of the AWS CLI, under the names of the API', () => {
    const words = 'dynamodb restore-table-to-point-in-time --source-table-name OLD'.split(' ');
    expect(callOfCommand(words)).toBe('dynamodb:RestoreTableToPointInTime');
    expect(ACTIONS_BY_CALL.get(callOfCommand(words))).toContain('dynamodb:Scan');
  });
});
