/** A parameter as it comes over the wire. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type Form = { [name: string]: FormValue };

/**
 * Reads `a[b][0][c]=d` into nested objects; an object whose names are 0, 1, 2 … is an array.
 * @param encoded a query or a body of application/x-www-form-urlencoded
 */
export function parseForm(encoded: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(encoded)) put(form, path(name), value);
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [name, arrays(value)]));
}

const path = (name: string): string[] => {
  const [first = '', ...rest] = name.split('[');
  return [first, ...rest.map((part) => part.replace(/\]$/, ''))];
};

function put(form: Form, [name = '', ...rest]: string[], value: string): void {
  // `a[]=x` takes the next place.
  const key = name === '' ? String(Object.keys(form).length) : name;
  if (rest.length === 0) {
    set(form, key, value);
    return;
  }
  const inner = Object.hasOwn(form, key) ? form[key] : undefined;
  const next: Form = typeof inner === 'object' && !Array.isArray(inner) ? inner : {};
  set(form, key, next);
  put(next, rest, value);
}

/** As an own property, whatever its name. */
const set = (form: Form, key: string, value: FormValue): void => {
  Object.defineProperty(form, key, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
};

function arrays(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, arrays(inner)] as const);
  const isArray = entries.length > 0 && entries.every(([name], i) => name === String(i));
  return isArray ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
