import * as z from 'zod/mini';

type Schema = z.core.JSONSchema.BaseSchema;

/** A field of a body or query. Its name is its path, such as `data.rows[].email`. */
interface Field {
  readonly name: string;
  /** A type such as `string`, `integer or null`, `"all" | "today"`. */
  readonly type: string;
  readonly required: boolean;
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;
const variantsOf = ({ anyOf, oneOf }: Schema): readonly Schema[] =>
  [...(anyOf ?? []), ...(oneOf ?? [])].filter(isSchema);
const isNullType = ({ type }: Schema): boolean => type === 'null';

function typeOf(schema: Schema): string {
  const { type, enum: values, const: value, items, format } = schema;
  const variants = variantsOf(schema);
  if (variants.length > 0) return [...new Set(variants.map(typeOf))].join(' | ');
  if (values) return values.map((each) => JSON.stringify(each)).join(' | ');
  if (value !== undefined) return JSON.stringify(value);
  if (type === 'array') return isSchema(items) ? `${typeOf(items)}[]` : 'array';
  if (format === 'date-time') return 'date-time';
  return typeof type === 'string' ? type : 'any';
}

function collectFields(schema: Schema, path: string): Field[] {
  const { properties = {}, required = [], items } = schema;
  const ownFields = Object.entries(properties).flatMap(([name, each]): Field[] => {
    if (!isSchema(each)) return [];
    const fieldPath = `${path}${name}`;
    const field = { name: fieldPath, type: typeOf(each), required: required.includes(name) };
    return [field].concat(collectFields(each, `${fieldPath}.`));
  });
  const itemFields = isSchema(items) ? collectFields(items, path.replace(/\.$/, '[].')) : [];
  const variantFields = variantsOf(schema)
    .filter((variant) => !isNullType(variant))
    .flatMap((variant) => collectFields(variant, path));
  return [...ownFields, ...itemFields, ...variantFields];
}

export function fieldsOf(schema: z.core.$ZodType, io: 'input' | 'output'): Field[] {
  const fields = collectFields(z.toJSONSchema(schema, { io, unrepresentable: 'any' }), '');
  return [...new Map(fields.map((field) => [field.name, field])).values()];
}
