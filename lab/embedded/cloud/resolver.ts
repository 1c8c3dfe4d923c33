import { z } from 'zod';
import { ACCOUNT_ID, queueUrl } from '../services/fauxqs.ts';
import type { Resource, Template } from './template.ts';

export const REGION = 'eu-west-3';

export interface ResolvedTemplate {
  /** Resources of a type by logical id. `schema` parses their resolved properties. */
  resources<T>(type: string, schema: z.ZodType<T>): ReadonlyMap<string, T>;
  metadata(logicalId: string): Resource['Metadata'];
  /** Physical name of a resource, derived from its construct path, which is stable. */
  nameOf(logicalId: string): string;
}

const reference = z.strictObject({ Ref: z.string() });
const attribute = z.strictObject({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) });
const substitution = z.strictObject({ 'Fn::Sub': z.string() });
const join = z.strictObject({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) });

const PSEUDO_PARAMETERS: Readonly<Record<string, string>> = {
  'AWS::Region': REGION,
  'AWS::AccountId': ACCOUNT_ID,
  'AWS::Partition': 'aws',
};

const ARN_PREFIXES: Readonly<Record<string, string>> = {
  'AWS::SQS::Queue': `sqs:${REGION}:${ACCOUNT_ID}:`,
  'AWS::Lambda::Function': `lambda:${REGION}:${ACCOUNT_ID}:function:`,
  'AWS::DynamoDB::Table': `dynamodb:${REGION}:${ACCOUNT_ID}:table/`,
  'AWS::SecretsManager::Secret': `secretsmanager:${REGION}:${ACCOUNT_ID}:secret:`,
  'AWS::S3::Bucket': 's3:::',
  'AWS::Logs::LogGroup': `logs:${REGION}:${ACCOUNT_ID}:log-group:`,
  'AWS::IAM::Role': `iam::${ACCOUNT_ID}:role/`,
};

/**
 * Resolves `Ref`, `Fn::Join`, `Fn::GetAtt` for ARNs and `Fn::Sub` for references. Queue URLs point
 * to `sqsEndpoint`. A resource is resolved only when it is read, so resources that are never read
 * may use other intrinsic functions.
 */
export function resolveTemplate(template: Template, sqsEndpoint: string): ResolvedTemplate {
  const find = (id: string): Resource => {
    const resource = template.Resources[id];
    if (resource === undefined) throw new Error(`The template has no resource ${id}.`);
    return resource;
  };
  const nameOf = (id: string): string => physicalName(id, find(id));
  const arnOf = (id: string): string => {
    const service = ARN_PREFIXES[find(id).Type];
    if (service === undefined) throw new Error(`${find(id).Type} has no ARN here.`);
    return `arn:aws:${service}${nameOf(id)}`;
  };
  const refer = (id: string): string => {
    const pseudo = PSEUDO_PARAMETERS[id];
    if (pseudo !== undefined) return pseudo;
    switch (find(id).Type) {
      case 'AWS::SQS::Queue':
        return queueUrl(sqsEndpoint, nameOf(id));
      case 'AWS::SecretsManager::Secret':
        return arnOf(id);
      default:
        return nameOf(id);
    }
  };

  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const ref = reference.safeParse(value);
    if (ref.success) return refer(ref.data.Ref);
    const got = attribute.safeParse(value);
    if (got.success) return arnOf(got.data['Fn::GetAtt'][0]);
    const joined = join.safeParse(value);
    if (joined.success) {
      const [separator, parts] = joined.data['Fn::Join'];
      return parts.map((part) => String(resolve(part))).join(separator);
    }
    const sub = substitution.safeParse(value);
    if (sub.success)
      return sub.data['Fn::Sub'].replaceAll(/\$\{([^}]+)\}/g, (_, id) => refer(String(id)));
    const unknown = Object.keys(value).find((key) => key.startsWith('Fn::'));
    if (unknown !== undefined) throw new Error(`The embedded cloud does not know ${unknown}.`);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner)]));
  };

  return {
    resources: (type, schema) =>
      new Map(
        Object.entries(template.Resources)
          .filter(([, resource]) => resource.Type === type)
          .map(([id, resource]) => [id, schema.parse(resolve(resource.Properties))]),
      ),
    metadata: (id) => find(id).Metadata,
    nameOf,
  };
}

export const resourceNameOf = (arn: string): string => arn.split(/[:/]/).at(-1) ?? arn;

/** Converts `Stack/queues/verifyBulk/Resource` to `tamis-queues-verify-bulk`. */
function physicalName(id: string, { Metadata }: Resource): string {
  const path = z.string().catch(`/${id}/`).parse(Metadata['aws:cdk:path']);
  return ['tamis', ...path.split('/').slice(1, -1)]
    .join('-')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/[^A-Za-z0-9-]/g, '-')
    .toLowerCase();
}
