import { basename, dirname } from 'node:path';
import type { FunctionSpec } from '../cloud/functions.ts';
import type { FunctionRunner } from '../lambda/runner.ts';
import { buildFunction } from './build.ts';
import { type BuildProduct, isStale, mtimeFloor } from './stale.ts';

interface BuildOptions {
  /** Whether to rebuild a function if one of its sources changes while the stack runs. */
  readonly watch: boolean;
  readonly onBuilt: (bundle: string, ms: number) => void;
  readonly build?: (folder: string) => Promise<BuildProduct>;
}

/** Returns a runner that rebuilds a function's outdated code before it runs. */
export function buildWhenCalled(
  runner: FunctionRunner,
  specs: ReadonlyMap<string, FunctionSpec>,
  { watch, onBuilt, build = buildFunction }: BuildOptions,
): FunctionRunner['invoke'] {
  /** The latest build of each function, by name. */
  const products = new Map<string, Promise<BuildProduct>>();

  const make = async (name: string): Promise<BuildProduct> => {
    const folder = dirname(specs.get(name)?.file ?? '');
    const startedAt = Date.now();
    const product = await build(folder);
    runner.reload(name);
    if (product.madeAt >= mtimeFloor(startedAt)) onBuilt(basename(folder), Date.now() - startedAt);
    return product;
  };
  return async (name, event) => {
    const last = products.get(name);
    const isFresh = await last?.then(
      (product) => !watch || !isStale(product),
      () => false,
    );
    // Another call may already have started a build.
    if (!isFresh && products.get(name) === last) products.set(name, make(name));
    await products.get(name);
    return runner.invoke(name, event);
  };
}
