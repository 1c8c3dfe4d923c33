import { FUNCTIONS_LOCK } from '../../localstack/embedded/supervisor/build.ts';
import { withLock } from '../../localstack/embedded/supervisor/lock.ts';
import { runNode } from '../../localstack/embedded/supervisor/run-node.ts';
import { buildIfStale } from '../../localstack/embedded/supervisor/stale.ts';

const functions = {
  sources: ['functions', 'shared', 'infra', 'package-lock.json'],
  stamp: 'dist/functions/.built',
};

/**
 * Builds all functions together if one of the `sources` has changed. A stack would otherwise build
 * each function on its first call, and many concurrent first calls would wait for each other.
 */
export const buildStaleFunctions = (): Promise<boolean> =>
  withLock(FUNCTIONS_LOCK, () => buildIfStale(functions, () => runNode('infra/build.ts')));
