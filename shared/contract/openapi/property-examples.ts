import type { OpenApiVersion } from './schemas.ts';

type Schema = Record<string, unknown>;

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value shows what a field contains: null and empty values do not. */
const isIllustrative = (value: unknown): boolean =>
  value !== undefined && !['null', '""', '[]', '{}'].includes(JSON.stringify(value));

/** Fields with the same name and description mean the same in all models. */
const keyOf = (name: string, { description }: Schema): string => `${name}: ${description}`;

/**
 * Gives each property an example: the first value that it, or the same field of another model, has
 * in the examples of calls and events. Each example is thus written only once. Parameters get no
 * such examples: the generated request, which readers copy, contains every parameter that has one.
 */
export function addPropertyExamples(
  document: { readonly components: { readonly schemas: Readonly<Record<string, unknown>> } },
  version: OpenApiVersion,
): void {
  const { schemas } = document.components;
  const follow = (schema: Schema): Schema => {
    const model = schemas[String(schema['$ref']).split('/').at(-1) ?? ''];
    return isObject(model) ? model : schema;
  };
  const partsOf = ({ items, anyOf, oneOf, allOf }: Schema): Schema[] =>
    [items, anyOf, oneOf, allOf].flat().filter(isObject);
  const hasProperties = (schema: Schema): boolean =>
    'properties' in follow(schema) || partsOf(follow(schema)).some(hasProperties);

  const values = new Map<Schema | string, unknown>();
  const note = (key: Schema | string, value: unknown): unknown =>
    isIllustrative(value) && !values.has(key) && values.set(key, value);

  function read(schema: Schema, example: unknown): void {
    const { properties = {}, required = [], ...rest } = follow(schema);
    for (const each of [example].flat()) {
      const isOfSchema = isObject(each) && [required].flat().every((name) => String(name) in each);
      if (!isOfSchema) continue;
      for (const part of partsOf(rest)) read(part, each);
      for (const [name, property] of Object.entries(properties as Record<string, Schema>)) {
        read(property, each[name]);
        note(property, each[name]);
        note(keyOf(name, property), each[name]);
      }
    }
  }

  /** Calls a function for each object in the document, except in examples. */
  function visit(node: unknown, act: (object: Schema) => void): void {
    if (Array.isArray(node)) for (const each of node) visit(each, act);
    if (!isObject(node)) return;
    act(node);
    const { example: _, examples: __, ...rest } = node;
    for (const each of Object.values(rest)) visit(each, act);
  }

  visit(document, ({ schema, example, examples = {} }) => {
    if (!isObject(schema)) return;
    read(schema, example);
    for (const { value } of Object.values(examples as Record<string, Schema>)) read(schema, value);
  });
  visit(document, ({ properties = {} }) => {
    for (const [name, property] of Object.entries(properties as Record<string, Schema>)) {
      const value = values.get(property) ?? values.get(keyOf(name, property));
      // In OpenAPI 3.0, a reference has no other members, and thus no example.
      const isReference = version === '3.0' && '$ref' in property;
      if (value === undefined || isReference || hasProperties(property)) continue;
      Object.assign(property, version === '3.0' ? { example: value } : { examples: [value] });
    }
  });
}
