import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { heapFigures } from './heap-figures.ts';

it("contains the heap limit, and the runtime's flags that override ours", () => {
  expect(heapFigures(['--expose-gc', '--max-semi-space-size=25'])).toEqual({
    node: process.version,
    heapLimitMb: expect.any(Number),
    runtimeFlags: ['--max-semi-space-size=25'],
  });
  const file = new URL('heap-figures.ts', import.meta.url).href;
  const { stdout } = spawnSync(
    process.execPath,
    [
      '--max-old-space-size=300',
      '--input-type=module',
      `--eval=import { heapFigures } from '${file}'; console.log(JSON.stringify(heapFigures()))`,
    ],
    { env: { NODE_OPTIONS: '--max-old-space-size=900' }, encoding: 'utf8' },
  );
  const { heapLimitMb, runtimeFlags } = JSON.parse(stdout) as ReturnType<typeof heapFigures>;
  expect(runtimeFlags).toEqual(['--max-old-space-size=300']);
  expect(Number(heapLimitMb)).toBeLessThan(600);
});
