/**
 * Makes a part when it is first asked for and gives the same one from then on, so that a function
 * pays for nothing before it is used. Every call stands behind a PURE mark, by which the bundle of
 * a function leaves out the parts that its handler does not name.
 */
export function once<T>(make: () => T): () => T {
  let made: { readonly part: T } | undefined;
  return () => (made ??= { part: make() }).part;
}
