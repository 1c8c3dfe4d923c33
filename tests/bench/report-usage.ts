import { writeSync } from 'node:fs';

/** Resource usage of a process from start to end. */
export interface Usage {
  peakMiB: number;
}

// Imported into a measured program: writes the usage at its end, to a stream that the program does
// not use.
process.on('exit', () => {
  const usage: Usage = { peakMiB: process.resourceUsage().maxRSS / 1024 };
  writeSync(3, JSON.stringify(usage));
});
