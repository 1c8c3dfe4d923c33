export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type Form = { [name: string]: FormValue };

type Tree = Map<string, string | Tree>;

/** Parses a form-encoded `a[b][0][c]=d` into nested objects; names 0, 1, 2 … make an array. */
export function parseForm(encoded: string): Form {
  const tree: Tree = new Map();
  for (const [name, value] of new URLSearchParams(encoded)) {
    const [first = '', ...rest] = name.split('[');
    put(tree, [first, ...rest.map((part) => part.replace(/\]$/, ''))], value);
  }
  return Object.fromEntries(Array.from(tree, ([name, value]) => [name, toFormValue(value)]));
}

function put(tree: Tree, [name = '', ...rest]: string[], value: string): void {
  // `a[]=x` appends to the array.
  const key = name === '' ? String(tree.size) : name;
  const inner = tree.get(key);
  const next: Tree = inner instanceof Map ? inner : new Map();
  tree.set(key, rest.length === 0 ? value : next);
  if (rest.length > 0) put(next, rest, value);
}

function toFormValue(value: string | Tree): FormValue {
  if (typeof value === 'string') return value;
  const entries = Array.from(value, ([name, inner]) => [name, toFormValue(inner)] as const);
  const isArray = entries.length > 0 && entries.every(([name], i) => name === String(i));
  return isArray ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
