export type Factory<Dependency> = (get: Get) => Dependency;
/** Returns the container's single instance of the dependency that a factory creates. */
export type Get = <Dependency>(factory: Factory<Dependency>) => Dependency;

export type Factories = Readonly<Record<string, Factory<unknown>>>;
export type DepsOf<F extends Factories> = { readonly [Name in keyof F]: ReturnType<F[Name]> };

/**
 * Creates each dependency once, on first use, so that a function initializes only the dependencies
 * that it uses.
 * @param overrides replacements for factories, such as fakes in tests
 */
export function createContainer(
  overrides: ReadonlyMap<Factory<unknown>, Factory<unknown>> = new Map(),
): Get {
  const instances = new Map<Factory<unknown>, unknown>();
  const get: Get = <Dependency>(factory: Factory<Dependency>): Dependency => {
    if (!instances.has(factory)) instances.set(factory, (overrides.get(factory) ?? factory)(get));
    return instances.get(factory) as Dependency;
  };
  return get;
}

/** Resolves each dependency when its property is read for the first time. */
export function depsOf<F extends Factories>(factories: F, get = createContainer()): DepsOf<F> {
  const deps = {};
  for (const [name, factory] of Object.entries(factories))
    Object.defineProperty(deps, name, { enumerable: true, get: () => get(factory) });
  return deps as DepsOf<F>;
}
