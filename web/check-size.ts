import { measurePageSizes } from './page-sizes.ts';

/** Prints the load size of each page after a build. Exits with 1 if a page exceeds its limit. */
for (const { label, kib, limit } of measurePageSizes(process.argv[2] ?? 'dist/web')) {
  const over = kib > limit;
  if (over) process.exitCode = 1;
  const share = `${kib.toFixed(1).padStart(6)} KiB of ${limit}`;
  process.stdout.write(`${share}  ${label}${over ? '  OVER' : ''}\n`);
}
