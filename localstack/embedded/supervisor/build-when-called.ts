import { basename, dirname } from 'node:path';
import type { FunctionSpec } from '../cloud/functions.ts';
import type { Runner } from '../lambda/runner.ts';
import { type Product, isStale, justBefore } from './stale.ts';

/** Builds one bundle. @returns the files it is made of */
type Build = (bundle: string) => Promise<readonly string[]>;

/**
 * Calls of functions whose code is built first, when they are called for the first time and when
 * one of their sources has changed since the last build. Nothing is built that nobody calls.
 * @param built hears of every build, with the milliseconds it took
 */
export function buildWhenCalled(
  runner: Runner,
  specs: ReadonlyMap<string, FunctionSpec>,
  built: (bundle: string, ms: number) => void,
  build: Build = buildBundle,
): Runner['invoke'] {
  /** By the name of a function, its last build. */
  const products = new Map<string, Promise<Product>>();

  const make = async (name: string): Promise<Product> => {
    const bundle = basename(dirname(specs.get(name)?.file ?? ''));
    const begun = Date.now();
    const sources = await build(bundle);
    runner.reload(name);
    built(bundle, Date.now() - begun);
    return { sources, madeAt: justBefore(begun) };
  };
  return async (name, event) => {
    const last = products.get(name);
    const isFresh = await last?.then(
      (product) => !isStale(product),
      () => false,
    );
    // Another call may have begun a build in the meantime.
    if (!isFresh && products.get(name) === last) products.set(name, make(name));
    await products.get(name);
    return runner.invoke(name, event);
  };
}

async function buildBundle(bundle: string): Promise<readonly string[]> {
  // Only `npm run dev` pays for a compiler in this process.
  const { buildFunctions } = await import('../../../infra/build.ts');
  return buildFunctions([bundle]);
}
