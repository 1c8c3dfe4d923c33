import { writeSync } from 'node:fs';

/** What a process used from its start to its end. */
export interface Usage {
  peakMiB: number;
  cpuMs: number;
}

// Imported into a program that is measured: writes the usage at its end, to a stream that it does not use.
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  const usage: Usage = {
    peakMiB: process.resourceUsage().maxRSS / 1024,
    cpuMs: (user + system) / 1000,
  };
  writeSync(3, JSON.stringify(usage));
});
