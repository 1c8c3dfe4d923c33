import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { startTestFunctions } from '../../../tests/support/lambda-functions.ts';

afterEach(() => void vi.useRealTimers());

const { NODE_OPTIONS = '', TAMIS_CLOCK_OFFSET_MS = '' } = process.env;

const wait = 'const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));';

test('passes the event, environment and context to a function, and returns its result', async () => {
  using functions = startTestFunctions({
    echo: {
      code: `export const handler = async (event, context) => ({
        event,
        own: process.env.OWN,
        shared: process.env.SHARED,
        home: process.env.HOME ?? null,
        name: context.functionName,
        memory: context.memoryLimitInMB,
        remaining: context.getRemainingTimeInMillis(),
      });`,
      // The function reads the same clock if .ci/nightly moves it.
      environment: { OWN: 'mine', NODE_OPTIONS, TAMIS_CLOCK_OFFSET_MS },
      memoryMb: 256,
      timeoutMs: 600_000,
    },
  });
  const result = await functions.runner.invoke('echo', { a: 'é', b: [1] });
  expect(result).toEqual({
    event: { a: 'é', b: [1] },
    own: 'mine',
    shared: 'yes',
    home: null,
    name: 'echo',
    memory: '256',
    remaining: expect.toSatisfy((ms: number) => ms > 300_000 && ms <= 600_000),
  });
});

test('returns null if a handler returns nothing, as Lambda does', async () => {
  using functions = startTestFunctions({
    nothing: { code: 'export const handler = async () => {};' },
  });
  expect(await functions.runner.invoke('nothing', {})).toBeNull();
});

test('runs one call at a time per environment, reuses environments and limits their number', async () => {
  using functions = startTestFunctions({
    count: {
      code: `${wait} let calls = 0, now = 0;
        export const handler = async () => {
          now += 1;
          const together = now;
          await wait(80);
          now -= 1;
          return { pid: process.pid, calls: (calls += 1), together };
        };`,
    },
  });
  const invoke = () => functions.runner.invoke('count', {}) as Promise<Record<string, number>>;
  const results = await Promise.all([invoke(), invoke(), invoke(), invoke()]);
  expect(new Set(results.map(({ pid }) => pid)).size).toBe(2);
  expect(results.map(({ together }) => together)).toEqual([1, 1, 1, 1]);
  expect(results.filter(({ calls }) => calls === 1)).toHaveLength(2);
});

test('reports a thrown error as Lambda does, and keeps the environment', async () => {
  using functions = startTestFunctions({
    throws: {
      code: `export const handler = async ({ fail }) => {
        if (fail) throw new RangeError('too far');
        return process.pid;
      };`,
    },
  });
  const { runner } = functions;
  const before = await runner.invoke('throws', {});
  await expect(runner.invoke('throws', { fail: true })).rejects.toMatchObject({
    name: 'InvocationError',
    errorType: 'RangeError',
    message: 'too far',
  });
  expect(await runner.invoke('throws', {})).toBe(before);
  expect(functions.log()).toContain('RangeError: too far');
});

test('kills a function that times out, and gives the next call a new environment', async () => {
  using functions = startTestFunctions({
    slow: {
      code: `export const handler = async ({ hang }) => {
        if (hang) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
        return process.pid;
      };`,
      timeoutMs: 2000,
    },
  });
  const { runner } = functions;
  const before = await runner.invoke('slow', {});
  await expect(runner.invoke('slow', { hang: true })).rejects.toMatchObject({
    errorType: 'Sandbox.Timedout',
    message: expect.stringMatching(/^RequestId: \S+ Error: Task timed out after 2\.00 seconds$/),
  });
  expect(await runner.invoke('slow', {})).not.toBe(before);
});

test('does not end live environments when the idle time of a dead one is over', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  using functions = startTestFunctions(
    { nap: { code: `${wait} export const handler = async () => (await wait(60), process.pid);` } },
    { idleMs: 2000 },
  );
  const nap = () => functions.runner.invoke('nap', {}) as Promise<number>;
  await Promise.all([nap(), nap()]);
  const killed = await nap();
  process.kill(killed, 'SIGKILL');
  await expect.poll(() => isAlive(killed)).toBe(false);
  vi.advanceTimersByTime(900);
  const alive = await nap();
  // The idle timeout of the dead environment has passed, but the live environment's has not.
  vi.advanceTimersByTime(1300);
  expect(await nap()).toBe(alive);
});

test.each([
  ['ends itself', 'process.exit(7)', 'exit status 7'],
  ['throws outside of the call', 'setTimeout(() => { throw new Error("late") })', 'exit status 1'],
  ['is killed', 'process.kill(process.pid, "SIGKILL")', 'signal: SIGKILL'],
])('fails only the current call if the process %s', async (_, deed, how) => {
  using functions = startTestFunctions({
    crash: {
      code: `export const handler = async ({ crash }) => {
        if (crash) { ${deed}; await new Promise(() => setInterval(() => {}, 1000)); }
        return 'fine';
      };`,
    },
  });
  await expect(functions.runner.invoke('crash', { crash: true })).rejects.toMatchObject({
    errorType: 'Runtime.ExitError',
    message: expect.stringContaining(how),
  });
  expect(await functions.runner.invoke('crash', {})).toBe('fine');
});

test('limits the heap to the function’s memory', async () => {
  using functions = startTestFunctions({
    limit: {
      code: `import { getHeapStatistics } from 'node:v8';
        export const handler = async () => getHeapStatistics().heap_size_limit / 2 ** 20;`,
      memoryMb: 200,
      environment: { NODE_OPTIONS: '--max-semi-space-size=8' },
    },
    greedy: {
      code: `export const handler = async () => {
        const kept = [];
        for (;;) kept.push(new Array(1e5).fill(kept.length));
      };`,
      memoryMb: 64,
    },
  });
  const limit = Number(await functions.runner.invoke('limit', {}));
  expect(limit).toBeGreaterThanOrEqual(180);
  expect(limit).toBeLessThan(240);
  await expect(functions.runner.invoke('greedy', {})).rejects.toMatchObject({
    errorType: 'Runtime.ExitError',
  });
});

test('fails the call with the reason if the code does not load, and loads it again for the next call', async () => {
  using functions = startTestFunctions({
    broken: { code: 'throw new SyntaxError("half a file");' },
  });
  const { runner } = functions;
  await expect(runner.invoke('broken', {})).rejects.toMatchObject({
    errorType: 'SyntaxError',
    message: 'half a file',
  });
  functions.write('broken', 'export const wrong = 1;');
  await expect(runner.invoke('broken', {})).rejects.toThrow('handler is undefined or not exported');
  functions.write('broken', 'export const handler = async () => "mended";');
  expect(await runner.invoke('broken', {})).toBe('mended');
});

test('runs the new code after a reload', async () => {
  using functions = startTestFunctions({ f: { code: 'export const handler = async () => 1;' } });
  expect(await functions.runner.invoke('f', {})).toBe(1);
  functions.write('f', 'export const handler = async () => 2;');
  expect(await functions.runner.invoke('f', {})).toBe(1);
  functions.runner.reload('f');
  expect(await functions.runner.invoke('f', {})).toBe(2);
});

test('ends an idle environment', async () => {
  using functions = startTestFunctions(
    { f: { code: 'export const handler = async () => process.pid;' } },
    { idleMs: 100 },
  );
  const pid = Number(await functions.runner.invoke('f', {}));
  await expect.poll(() => isAlive(pid)).toBe(false);
});

test('ends an environment that has lost its runner', async () => {
  const bootstrap = new URL('bootstrap.mjs', import.meta.url).pathname;
  const child = spawn(process.execPath, [bootstrap, '/nowhere', 'handler'], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  await new Promise((resolve) => child.once('message', resolve));
  child.disconnect();
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
});

test('when stopped, fails running and waiting calls, and leaves no process behind', async () => {
  using functions = startTestFunctions(
    { f: { code: `${wait} export const handler = async () => wait(60_000);`, timeoutMs: 60_000 } },
    { maxEnvironments: () => 1 },
  );
  const calls = [1, 2, 3].map(() => functions.runner.invoke('f', {}));
  await sleep(200);
  functions.runner.stop();
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await expect(functions.runner.invoke('f', {})).rejects.toThrow('stopping');
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('adds Node options to those of the function; with a debugger, uses separate ports and no timeout', async () => {
  const printed: string[] = [];
  using functions = startTestFunctions(
    {
      slow: {
        code: `export const handler = async () => {
          await new Promise((resolve) => setTimeout(resolve, 300));
          return process.env.NODE_OPTIONS;
        };`,
        timeoutMs: 100,
        environment: { NODE_OPTIONS: '--enable-source-maps' },
      },
    },
    { nodeOptions: '--inspect', onLine: (name, line) => printed.push(`${name} ${line}`) },
  );
  const both = [functions.runner.invoke('slow', {}), functions.runner.invoke('slow', {})];
  expect(await Promise.all(both)).toEqual(
    Array(2).fill('--enable-source-maps --inspect=127.0.0.1:0'),
  );
  const urls = printed.filter((line) => line.startsWith('slow Debugger listening on ws:'));
  expect(new Set(urls).size).toBe(2);
  expect(functions.log()).toContain('Debugger listening');
});
