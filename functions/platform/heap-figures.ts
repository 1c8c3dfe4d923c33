import { getHeapStatistics } from 'node:v8';
import type { LogFields } from './log.ts';

const MIB = 2 ** 20;

/**
 * Settings of the garbage collector, logged at the start of a process. Flags on the runtime's
 * command line override NODE_OPTIONS, so our limit of the young generation may not apply.
 */
export const heapFigures = (flags: readonly string[] = process.execArgv): LogFields => ({
  node: process.version,
  heapLimitMb: Math.round(getHeapStatistics().heap_size_limit / MIB),
  runtimeFlags: flags.filter((flag) => /-space-size=/.test(flag)),
});
