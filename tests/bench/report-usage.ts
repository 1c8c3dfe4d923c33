import { writeSync } from 'node:fs';

/** Resource usage of a process over its lifetime. */
export interface ProcessUsage {
  peakMiB: number;
}

// Imported into a measured program. When the program exits, writes the usage to file descriptor 3,
// which the program does not use.
process.on('exit', () => {
  const usage: ProcessUsage = { peakMiB: process.resourceUsage().maxRSS / 1024 };
  writeSync(3, JSON.stringify(usage));
});
