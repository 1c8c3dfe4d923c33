/** Makes a dependency of functions, of others that `get` gives. */
export type Factory<Dependency> = (get: Get) => Dependency;
/** Gives the one dependency that a factory makes here. */
export type Get = <Dependency>(factory: Factory<Dependency>) => Dependency;

export type Factories = Readonly<Record<string, Factory<unknown>>>;
/** What factories make, by their names. */
export type DepsOf<F extends Factories> = { readonly [Name in keyof F]: ReturnType<F[Name]> };

/**
 * Makes every dependency once, at its first use, so that a function pays for nothing before.
 * @param overrides factories in the place of others, such as fakes in tests
 */
export function createContainer(
  overrides: ReadonlyMap<Factory<unknown>, Factory<unknown>> = new Map(),
): Get {
  const made = new Map<Factory<unknown>, unknown>();
  const get: Get = <Dependency>(factory: Factory<Dependency>): Dependency => {
    if (!made.has(factory)) made.set(factory, (overrides.get(factory) ?? factory)(get));
    return made.get(factory) as Dependency;
  };
  return get;
}

/** What factories make in a container, each when its property is first read. */
export function depsOf<F extends Factories>(factories: F, get = createContainer()): DepsOf<F> {
  const deps = {};
  for (const [name, factory] of Object.entries(factories))
    Object.defineProperty(deps, name, { enumerable: true, get: () => get(factory) });
  return deps as DepsOf<F>;
}
