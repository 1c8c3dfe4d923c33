import { getHeapStatistics } from 'node:v8';
import type { LogFields } from './log.ts';

const MIB = 2 ** 20;

/**
 * Returns the garbage collector settings, which are logged when a process starts. The runtime's
 * command line overrides NODE_OPTIONS, so our limit of the young generation may not apply.
 */
export const readHeapSettings = (flags: readonly string[] = process.execArgv): LogFields => ({
  node: process.version,
  heapLimitMb: Math.round(getHeapStatistics().heap_size_limit / MIB),
  runtimeFlags: flags.filter((flag) => /-space-size=/.test(flag)),
});
