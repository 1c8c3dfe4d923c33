import { pageSizes } from './page-sizes.ts';

/** Says what every page loads, after a build. Exits with 1 when a page is above its limit. */
for (const { what, kib, limit } of pageSizes(process.argv[2] ?? 'dist/web')) {
  const over = kib > limit;
  if (over) process.exitCode = 1;
  const share = `${kib.toFixed(1).padStart(6)} KiB of ${limit}`;
  process.stdout.write(`${share}  ${what}${over ? '  OVER' : ''}\n`);
}
