import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Octets of reachable objects on the heap. */
export function measureUsedHeapBytes(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
