import { getHeapStatistics } from 'node:v8';
import type { LogFields } from './log.ts';

const MIB = 2 ** 20;

/**
 * What the garbage collector works with, for the log of a start. Flags that the runtime gives on
 * its command line count more than NODE_OPTIONS, so that our bound of the young generation may not
 * hold.
 */
export const heapFigures = (flags: readonly string[] = process.execArgv): LogFields => ({
  node: process.version,
  heapLimitMb: Math.round(getHeapStatistics().heap_size_limit / MIB),
  runtimeFlags: flags.filter((flag) => /-space-size=/.test(flag)),
});
