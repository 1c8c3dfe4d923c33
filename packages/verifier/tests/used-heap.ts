import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Returns the octets of reachable objects only, because it collects garbage first. */
export function measureUsedHeapBytes(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
