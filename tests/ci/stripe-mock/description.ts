import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { API_VERSION } from '../../../lab/fake-stripe/src/model/state.ts';

/** A schema in OpenAPI 3.0, with the keywords used here. */
export interface OpenApiSchema {
  $ref?: string;
  type?: string;
  nullable?: boolean;
  enum?: unknown[];
  anyOf?: OpenApiSchema[];
  properties?: Record<string, OpenApiSchema>;
  required?: string[];
  items?: OpenApiSchema;
  additionalProperties?: boolean | OpenApiSchema;
  maxLength?: number;
}

const operation = z.looseObject({
  requestBody: z
    .looseObject({
      content: z.record(z.string(), z.looseObject({ schema: z.custom<OpenApiSchema>() })),
    })
    .optional(),
  responses: z.record(
    z.string(),
    z.looseObject({
      content: z.looseObject({
        'application/json': z.looseObject({ schema: z.custom<OpenApiSchema>() }).optional(),
      }),
    }),
  ),
});

const description = z.looseObject({
  info: z.looseObject({ version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.custom<OpenApiSchema>()) }),
});

/** Stripe's OpenAPI description: https://github.com/stripe/openapi */
export type ApiDescription = z.output<typeof description>;

/** API version described by stripe-mock v0.203.0, two releases before ours. */
const DESCRIBED_VERSION = '2026-08-26.dahlia';

/** Reads the description, and applies the later API changes that affect us. */
export function readApiDescription(file: string): ApiDescription {
  const found = description.parse(JSON.parse(readFileSync(file, 'utf8')));
  if (found.info.version !== DESCRIBED_VERSION)
    throw new Error(`The description has version ${found.info.version}: review the changes below.`);
  formOf(found, '/v1/webhook_endpoints')['api_version']?.enum?.push(API_VERSION);
  // Version 2026-09-30.endive: https://docs.stripe.com/changelog/endive
  const session = formOf(found, '/v1/checkout/sessions');
  delete session['payment_method_types'];
  session['allowed_payment_method_types'] = { type: 'array', items: { type: 'string' } };
  // Version 2026-10-28.endive.
  const { schemas } = found.components;
  const numbers = ['tax_id', 'invoices_resource_invoice_tax_id'].map(
    (name) => schemas[name]?.properties?.['type'],
  );
  for (const type of [formOf(found, '/v1/tax_ids')['type'], ...numbers])
    type?.enum?.push('fr_siren');
  return found;
}

function formOf(found: ApiDescription, path: string): Record<string, OpenApiSchema> {
  const body = found.paths[path]?.['post']?.requestBody;
  const fields = body?.content['application/x-www-form-urlencoded']?.schema.properties;
  if (fields === undefined) throw new Error(`${path} accepts no form.`);
  return fields;
}

export function findResponseSchema(
  found: ApiDescription,
  method: string,
  path: string,
  status: number,
): OpenApiSchema {
  const wanted = path.split('/');
  const matches = Object.entries(found.paths).filter(([template]) => {
    const parts = template.split('/');
    return (
      parts.length === wanted.length &&
      parts.every((part, i) => part.startsWith('{') || part === wanted[i])
    );
  });
  // A literal path takes precedence over a path with a parameter.
  const [match] = matches.toSorted(([a], [b]) => a.split('{').length - b.split('{').length);
  const responses = match?.[1][method.toLowerCase()]?.responses;
  const schema = (responses?.[status] ?? responses?.['default'])?.content['application/json'];
  if (schema === undefined) throw new Error(`Stripe does not describe ${method} ${path}.`);
  return schema.schema;
}
