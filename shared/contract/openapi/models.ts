import * as z from 'zod/mini';
import { me } from '../account.ts';
import { planRow } from '../billing.ts';
import { scoredVerdict, verdict } from '../checks.ts';
import { keyRow } from '../keys.ts';
import { listedRow } from '../list-rows.ts';
import { listDetail, listRow, recheck, share, watch } from '../list-detail.ts';
import { balance, usageMonth, usageRow } from '../usage.ts';
import { delivery, deliveryDetail, endpoint, withSecret } from '../webhooks.ts';

export type Json = { readonly [member: string]: unknown };

/** Schemas that get a name in the document, and so become types of generated clients. */
const MODELS: Readonly<Record<string, z.core.$ZodType>> = {
  Verdict: scoredVerdict,
  Status: verdict.shape.status,
  Reason: verdict.shape.reason,
  List: listDetail,
  ListSummary: listRow,
  ListState: listRow.shape.state,
  ListRow: listedRow,
  Recheck: recheck,
  Watch: watch,
  Share: share,
  Credits: balance,
  Usage: usageMonth,
  UsageRow: usageRow,
  Endpoint: endpoint,
  NewEndpoint: withSecret,
  Delivery: delivery,
  DeliveryDetail: deliveryDetail,
  ApiKey: keyRow,
  User: me,
  Plan: planRow,
};

/** In `z.toJSONSchema`, a schema with an `id` becomes a `$ref` (https://zod.dev/json-schema). */
const metadata = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(MODELS)) metadata.add(schema, { id });

/**
 * Converts a schema to JSON Schema 2020-12, the dialect of OpenAPI 3.1. Output schemas allow
 * additional members, because we may add some. Their models are in `$defs`.
 */
export function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    ...(io === 'output' && { metadata }),
    override({ zodSchema, jsonSchema: converted }) {
      if (converted.additionalProperties === false) delete converted.additionalProperties;
      // `z.int()` is limited to safe integers, which is no limit of the API.
      if (converted.maximum === Number.MAX_SAFE_INTEGER) delete converted.maximum;
      if (converted.minimum === Number.MIN_SAFE_INTEGER) delete converted.minimum;
      const { description } = z.globalRegistry.get(zodSchema) ?? liftDescription(converted);
      if (description !== undefined) converted.description = description;
    },
  });
  return rest;
}

/** Removes the description of the value from a nullable schema, to which it belongs. */
function liftDescription({ anyOf }: z.core.JSONSchema.BaseSchema): { description?: string } {
  const [value, other] = anyOf ?? [];
  if (typeof value !== 'object' || !isNull(other)) return {};
  const { description } = value;
  delete value.description;
  return description === undefined ? {} : { description };
}

const isNull = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'null';

/** Moves the models from the `$defs` of all schemas to `components`, so that each occurs once. */
export function hoist<D extends { components: { schemas: Json } }>(document: D): D {
  const models: Record<string, Json> = {};
  const text = JSON.stringify({ ...document, components: undefined }, (name, value) => {
    if (name !== '$defs') return value;
    Object.assign(models, value);
    return undefined;
  });
  const { components } = document;
  const schemas = { ...components.schemas, ...models };
  const combined = `[${text},${JSON.stringify({ ...components, schemas })}]`;
  const [rest, movedComponents] = JSON.parse(
    combined.replaceAll('"#/$defs/', '"#/components/schemas/'),
  );
  return { ...rest, components: movedComponents };
}
