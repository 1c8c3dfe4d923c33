import * as z from 'zod/mini';

type Schema = z.core.JSONSchema.BaseSchema;

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

function collectNames(schema: Schema, path: string): string[] {
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema;
  const own = Object.entries(properties).flatMap(([name, each]) =>
    isSchema(each) ? [`${path}${name}`].concat(collectNames(each, `${path}${name}.`)) : [],
  );
  const ofItems = isSchema(items) ? collectNames(items, path.replace(/\.$/, '[].')) : [];
  const ofVariants = [...anyOf, ...oneOf]
    .filter(isSchema)
    .flatMap((variant) => collectNames(variant, path));
  return [...own, ...ofItems, ...ofVariants];
}

/** Returns the paths of all fields of a body or query, such as `data.rows[].email`. */
export const collectFieldPaths = (schema: z.core.$ZodType, io: 'input' | 'output'): string[] => [
  ...new Set(collectNames(z.toJSONSchema(schema, { io, unrepresentable: 'any' }), '')),
];
