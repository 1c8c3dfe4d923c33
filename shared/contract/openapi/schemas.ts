import * as z from 'zod/mini';
import { me } from '../account.ts';
import { planRow } from '../billing.ts';
import { bounceReport, bounceRoutes, bounceRow } from '../bounces.ts';
import { checkRoutes, scoredVerdict, verdict } from '../checks.ts';
import { applyJob, audience, connection, connectionRoutes, contactImport } from '../connections.ts';
import { listEventData } from '../events.ts';
import { emptyResponse } from '../fields.ts';
import { keyRow } from '../keys.ts';
import { listedRow, rowsPage } from '../list-rows.ts';
import {
  listDetail,
  listSummary,
  recheck,
  verdictBreakdown,
  watchSchedule,
} from '../list-detail.ts';
import { listRoutes } from '../lists.ts';
import { balance, usageMonth, usageRow } from '../usage.ts';
import { delivery, deliveryDetail, endpoint, endpointWithSecret } from '../webhooks.ts';
import { DESCRIBED_ENUMS } from './enum-descriptions.ts';

export type JsonObject = { readonly [member: string]: unknown };

export type OpenApiVersion = '3.0' | '3.1';

const report = bounceReport.shape;
const upload = listRoutes.upload.output.shape.data.def.options;

/** Named schemas, which become types of generated clients. */
const MODELS: Readonly<Record<string, z.core.$ZodType>> = {
  Verdict: scoredVerdict,
  VerdictWithoutScore: verdict,
  Flags: verdict.shape.flags,
  Reply: verdict.shape.reply.def.innerType,
  PendingCheck: checkRoutes.checkEmail.accepted.shape.pending,
  List: listDetail,
  ListSummary: listSummary,
  ListRow: listedRow,
  ListRows: rowsPage,
  PresignedUpload: upload[0],
  UploadParts: upload[1],
  UploadedFile: upload[2],
  Recheck: recheck,
  Watch: watchSchedule,
  Share: verdictBreakdown,
  UploadForm: upload[0].shape.upload,
  BounceReport: bounceReport,
  BounceMailing: report.sent.def.innerType,
  BounceSubjects: report.subjects,
  BounceReasons: report.reasons,
  BounceRate: report.rates.def.element,
  BounceCause: report.causes.def.element,
  BounceRefunds: report.refunds,
  NewBounceReport: bounceRoutes.reportBounces.output.shape.data,
  BounceReportPage: bounceRoutes.getBounceReport.output.shape.data,
  BounceRow: bounceRow,
  Connection: connection,
  ConnectedAccounts: connectionRoutes.listConnections.output.shape.data,
  Audience: audience,
  AudienceSize: connectionRoutes.countAudience.output.shape.data,
  ContactImport: contactImport,
  ApplyActions: applyJob.shape.actions,
  ApplyJob: applyJob,
  ApplyJobs: connectionRoutes.listApplyJobs.output.shape.data,
  Credits: balance,
  Usage: usageMonth,
  UsageRow: usageRow,
  Endpoint: endpoint,
  NewEndpoint: endpointWithSecret,
  Delivery: delivery,
  DeliveryDetail: deliveryDetail,
  DeliveryAttempt: delivery.shape.last.def.innerType,
  ApiKey: keyRow,
  User: me,
  Plan: planRow,
  ListEvent: listEventData,
  Empty: emptyResponse(),
};

const ENUM_SCHEMAS: JsonObject = Object.fromEntries(
  Object.entries(DESCRIBED_ENUMS).map(([name, { values, descriptions }]) => [
    name,
    {
      type: typeof values[0] === 'number' ? 'integer' : 'string',
      enum: values,
      // An extension that Scalar, Redoc and other readers show next to the values.
      'x-enumDescriptions': descriptions,
    },
  ]),
);
const enumNames = new Map(
  Object.entries(DESCRIBED_ENUMS).map(([name, { values }]) => [String(values), name]),
);

const PREFIX = '#/components/schemas/';
const uri = (name: string): string => PREFIX + name;

/**
 * Replaces the enums that have a name with references. In OpenAPI 3.0, a reference has no other
 * members, so it is wrapped in `allOf`, and only a schema with a type can be nullable.
 */
const nameEnums = <D extends object>(document: D, version: OpenApiVersion): D =>
  JSON.parse(JSON.stringify(document), (_key, value) => {
    if (version === '3.0' && value?.nullable && value.allOf && !value.type)
      return { type: 'object', ...value };
    const name = Array.isArray(value?.enum) ? enumNames.get(String(value.enum)) : undefined;
    if (name === undefined) return value;
    const { type, enum: _values, ...rest } = value;
    const reference = { $ref: uri(name) };
    if (version === '3.1') return { ...rest, ...reference };
    return Object.keys(rest).length === 0 ? reference : { type, ...rest, allOf: [reference] };
  });

/** Returns the schemas to which a document refers, even indirectly, in alphabetical order. */
function reachableSchemas(document: JsonObject, schemas: JsonObject): JsonObject {
  const names = new Set<string>();
  const texts = [JSON.stringify(document)];
  for (const text of texts)
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (names.has(name)) continue;
      names.add(name);
      texts.push(JSON.stringify(schemas[name]));
    }
  return Object.fromEntries([...names].toSorted().map((name) => [name, schemas[name]]));
}

/** Moves the description of a nullable value to the schema that includes null. */
function liftDescription(schema: z.core.JSONSchema.BaseSchema): void {
  const [value, other] = schema.anyOf ?? [];
  if (typeof value !== 'object' || typeof other !== 'object' || other.type !== 'null') return;
  const { description, ...rest } = value;
  if (description === undefined) return;
  schema.anyOf = [rest, other];
  schema.description ??= description;
}

type Io = 'input' | 'output';

export type SchemaConverter = ReturnType<typeof createSchemaConverter>;

/** Converts schemas of the contract to the JSON Schema of an OpenAPI version. */
export function createSchemaConverter(version: OpenApiVersion) {
  const options = (io: Io) =>
    ({
      io,
      target: version === '3.0' ? 'openapi-3.0' : 'draft-2020-12',
      unrepresentable: 'any',
      override({ jsonSchema: converted }) {
        // Later versions may add members to responses.
        if (converted.additionalProperties === false) delete converted.additionalProperties;
        // The format already implies the pattern.
        if (converted.format !== undefined) delete converted.pattern;
        // `z.int()` is limited to safe integers, but the API has no such limit.
        if (converted.maximum === Number.MAX_SAFE_INTEGER) delete converted.maximum;
        if (converted.minimum === Number.MIN_SAFE_INTEGER) delete converted.minimum;
        liftDescription(converted);
      },
    }) satisfies z.core.ToJSONSchemaParams;

  const registries = { input: z.registry<{ id: string }>(), output: z.registry<{ id: string }>() };
  for (const [id, schema] of Object.entries(MODELS)) registries.output.add(schema, { id });
  const convertAll = (io: Io): [string, JsonObject][] =>
    Object.entries(z.toJSONSchema(registries[io], { ...options(io), uri }).schemas).map(
      ([name, { $schema: _schema, $id: _id, ...schema }]) => [name, schema],
    );

  return {
    /** Returns a reference to a schema, which gets this name unless it already has one. */
    named(id: string, schema: z.core.$ZodType, io: Io): JsonObject {
      if (!registries[io].has(schema)) registries[io].add(schema, { id });
      return { $ref: uri(registries[io].get(schema)?.id ?? id) };
    },

    inline(schema: z.core.$ZodType, io: Io): JsonObject {
      const { $schema: _, ...converted } = z.toJSONSchema(schema, options(io));
      return converted;
    },

    /** Adds all referenced schemas to the document's components. */
    complete<D extends { readonly components: { readonly schemas: JsonObject } }>(document: D): D {
      const { components, ...rest } = nameEnums(document, version);
      const schemas = {
        ...components.schemas,
        ...nameEnums(
          Object.fromEntries([...convertAll('input'), ...convertAll('output')]),
          version,
        ),
        ...ENUM_SCHEMAS,
      };
      const { schemas: _, ...usage } = components;
      const used = reachableSchemas({ rest, usage }, schemas);
      return { ...document, ...rest, components: { ...components, schemas: used } };
    },
  };
}
