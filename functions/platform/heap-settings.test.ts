import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { readHeapSettings } from './heap-settings.ts';

it("contains the heap limit, and the runtime's flags that override ours", () => {
  expect(readHeapSettings(['--expose-gc', '--max-semi-space-size=25'])).toEqual({
    node: process.version,
    heapLimitMb: expect.any(Number),
    runtimeFlags: ['--max-semi-space-size=25'],
  });
  const file = new URL('heap-settings.ts', import.meta.url).href;
  const { stdout } = spawnSync(
    process.execPath,
    [
      '--max-old-space-size=300',
      '--input-type=module',
      `--eval=import { readHeapSettings } from '${file}'; console.log(JSON.stringify(readHeapSettings()))`,
    ],
    { env: { NODE_OPTIONS: '--max-old-space-size=900' }, encoding: 'utf8' },
  );
  const { heapLimitMb, runtimeFlags } = JSON.parse(stdout) as ReturnType<typeof readHeapSettings>;
  expect(runtimeFlags).toEqual(['--max-old-space-size=300']);
  expect(Number(heapLimitMb)).toBeLessThan(600);
});
