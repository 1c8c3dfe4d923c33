import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Octets on the heap that something still refers to. */
export function usedHeap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
