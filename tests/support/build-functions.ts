import { FUNCTIONS_LOCK } from '../../lab/embedded/supervisor/build.ts';
import { withLock } from '../../lab/embedded/supervisor/lock.ts';
import { runNode } from '../../lab/embedded/supervisor/run-node.ts';
import { buildIfStale, lastChange } from '../../lab/embedded/supervisor/stale.ts';

const sources = ['functions', 'shared', 'infra', 'package-lock.json'];
const stamp = 'dist/functions/.built';

/**
 * Builds all functions together if one of the `sources` has changed. A stack would otherwise build
 * each function on its first call, and many concurrent first calls would wait for each other. Also
 * compares modification times, because a stack rebuilds functions with newer sources.
 */
export const buildStaleFunctions = (): Promise<boolean> =>
  withLock(FUNCTIONS_LOCK, () => {
    const parameters = String(Math.max(...sources.map(lastChange)));
    return buildIfStale({ sources, parameters, stamp }, () => runNode('infra/build.ts'));
  });
