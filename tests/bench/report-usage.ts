import { writeSync } from 'node:fs';

/** What a process used from its start to its end. */
export interface Usage {
  peakMiB: number;
}

// Imported into a program that is measured: writes the usage at its end, to a stream that it does
// not use.
process.on('exit', () => {
  const usage: Usage = { peakMiB: process.resourceUsage().maxRSS / 1024 };
  writeSync(3, JSON.stringify(usage));
});
