import { writeSync } from 'node:fs';

/** Resource usage of a process over its lifetime. */
export interface Usage {
  peakMiB: number;
}

// Imported into a measured program: when it exits, writes the usage to a stream that the program
// does not use.
process.on('exit', () => {
  const usage: Usage = { peakMiB: process.resourceUsage().maxRSS / 1024 };
  writeSync(3, JSON.stringify(usage));
});
