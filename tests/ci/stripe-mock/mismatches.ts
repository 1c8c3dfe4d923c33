import type { ApiDescription, OpenApiSchema } from './description.ts';

/** Lists values that violate their schema. Ignores unknown fields, which may be newer. */
export function findSchemaMismatches(
  { components }: ApiDescription,
  schema: OpenApiSchema,
  value: unknown,
  path = '',
): string[] {
  const check = (given: OpenApiSchema, one: unknown, at: string): string[] => {
    const resolved = given.$ref ? components.schemas[given.$ref.split('/').at(-1) ?? ''] : given;
    if (resolved === undefined) return [`${at}: ${given.$ref} is not described`];
    if (one === null)
      return resolved.nullable === true || resolved.type === undefined ? [] : [`${at} is null`];
    if (resolved.anyOf) {
      const tries = resolved.anyOf.map((option) => check(option, one, at));
      return tries.some(({ length }) => length === 0) ? [] : closest(resolved.anyOf, tries, one);
    }
    if (resolved.enum && !resolved.enum.includes(one))
      return [`${at}: ${JSON.stringify(one)} is not among ${JSON.stringify(resolved.enum)}`];
    if (!isOfType(resolved.type, one))
      return [`${at}: ${JSON.stringify(one)} is not of type ${resolved.type}`];
    if (typeof one === 'string' && one.length > (resolved.maxLength ?? Infinity))
      return [`${at} is too long`];
    if (Array.isArray(one)) {
      const { items } = resolved;
      return items ? one.flatMap((member, i) => check(items, member, `${at}[${i}]`)) : [];
    }
    if (typeof one !== 'object') return [];
    return inside(resolved, one, at);
  };

  const inside = (resolved: OpenApiSchema, object: object, at: string): string[] => {
    const { properties = {}, required = [], additionalProperties: more } = resolved;
    const missing = required
      .filter((name) => !Object.hasOwn(object, name))
      .map((name) => `${at}.${name} is missing`);
    const wrong = Object.entries(object).flatMap(([name, member]) => {
      const known = properties[name] ?? (typeof more === 'object' ? more : undefined);
      return known ? check(known, member, `${at}.${name}`) : [];
    });
    return [...missing, ...wrong];
  };
  return check(schema, value, path);

  /** Returns the mismatches with the option of the same kind or, if there is none, the closest. */
  function closest(options: readonly OpenApiSchema[], tries: string[][], one: unknown): string[] {
    const kind = objectKind(one);
    const own = options.findIndex(({ $ref }) => kind !== undefined && $ref?.endsWith(`/${kind}`));
    return tries[own] ?? tries.toSorted((a, b) => a.length - b.length)[0] ?? [];
  }
}

const objectKind = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && 'object' in value
    ? String(value.object)
    : undefined;

function isOfType(type: string | undefined, value: unknown): boolean {
  if (type === undefined) return true;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object') return typeof value === 'object' && !Array.isArray(value);
  return typeof value === type;
}
