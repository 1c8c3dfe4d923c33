/** Yields a name and its parents: `mx.a.test`, `a.test`, `test`. */
export function* withParents(name: string): Generator<string, void> {
  yield name;
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1))
    yield name.slice(dot + 1);
}
