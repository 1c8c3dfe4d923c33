import * as z from 'zod/mini';

type Schema = z.core.JSONSchema.BaseSchema;

/** A field of a body or a query, with its path: `data.rows[].email`. */
interface Field {
  readonly name: string;
  /** A type such as `string`, `integer or null`, `"all" | "today"`. */
  readonly type: string;
  readonly required: boolean;
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;
const partsOf = ({ anyOf, oneOf }: Schema): readonly Schema[] =>
  [...(anyOf ?? []), ...(oneOf ?? [])].filter(isSchema);
const isEmpty = ({ type }: Schema): boolean => type === 'null';

function typeOf(schema: Schema): string {
  const { type, enum: values, const: value, items, format } = schema;
  const parts = partsOf(schema);
  if (parts.length > 0) return [...new Set(parts.map(typeOf))].join(' | ');
  if (values) return values.map((each) => JSON.stringify(each)).join(' | ');
  if (value !== undefined) return JSON.stringify(value);
  if (type === 'array') return isSchema(items) ? `${typeOf(items)}[]` : 'array';
  if (format === 'date-time') return 'date-time';
  return typeof type === 'string' ? type : 'any';
}

function below(schema: Schema, path: string): Field[] {
  const { properties = {}, required = [], items } = schema;
  const own = Object.entries(properties).flatMap(([name, each]): Field[] => {
    if (!isSchema(each)) return [];
    const full = `${path}${name}`;
    const field = { name: full, type: typeOf(each), required: required.includes(name) };
    return [field].concat(below(each, `${full}.`));
  });
  const listed = isSchema(items) ? below(items, path.replace(/\.$/, '[].')) : [];
  const inParts = partsOf(schema)
    .filter((part) => !isEmpty(part))
    .flatMap((part) => below(part, path));
  return [...own, ...listed, ...inParts];
}

export function fieldsOf(schema: z.core.$ZodType, io: 'input' | 'output'): Field[] {
  const fields = below(z.toJSONSchema(schema, { io, unrepresentable: 'any' }), '');
  return [...new Map(fields.map((field) => [field.name, field])).values()];
}
