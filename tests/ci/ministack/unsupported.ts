import { z } from 'zod';

/** A resource or property in our templates that MiniStack does not support, with the reason. */
interface Unsupported {
  readonly type: string;
  /** Restricts the entry to resources with this property. */
  readonly property?: string;
  /** Set if only the property is removed; otherwise, the entire resource is removed. */
  readonly made?: true;
  readonly why: string;
}

/** Parts of our templates that MiniStack does not support. */
export const UNSUPPORTED_FEATURES: readonly Unsupported[] = [
  { type: 'AWS::EC2::EIP', why: 'MiniStack does not support the resource' },
  { type: 'AWS::EC2::EIPAssociation', why: 'MiniStack does not support the resource' },
  { type: 'AWS::EC2::NetworkInterface', why: 'MiniStack does not support the resource' },
  { type: 'AWS::EC2::SecurityGroupEgress', why: 'MiniStack does not support the resource' },
  { type: 'AWS::EC2::SecurityGroupIngress', why: 'MiniStack does not support the resource' },
  { type: 'AWS::Backup::BackupSelection', why: 'MiniStack does not support the resource' },
  { type: 'AWS::CodeDeploy::Application', why: 'MiniStack does not support the resource' },
  { type: 'AWS::CodeDeploy::DeploymentGroup', why: 'MiniStack does not support the resource' },
  { type: 'AWS::Budgets::Budget', why: 'MiniStack does not support the resource' },
  { type: 'AWS::WAFv2::LoggingConfiguration', why: 'MiniStack does not support the resource' },
  { type: 'AWS::SES::ReceiptRule', why: 'MiniStack does not support the resource' },
  { type: 'AWS::SES::ReceiptRuleSet', why: 'MiniStack does not support the resource' },
  { type: 'AWS::SES::EmailIdentity', why: 'MiniStack has no DKIM attributes, which outputs use' },
  {
    type: 'AWS::CloudWatch::Alarm',
    property: 'Metrics',
    why: 'MiniStack does not support metric math',
  },
  { type: 'Custom::Trigger', why: 'The test deploys functions without their code' },
  { type: 'Custom::CDKBucketDeployment', why: 'MiniStack runs Python without boto3' },
  { type: 'Custom::S3AutoDeleteObjects', why: 'MiniStack does not tag buckets' },
  {
    type: 'AWS::SecretsManager::Secret',
    property: 'ReplicaRegions',
    made: true,
    why: 'MiniStack resolves Fn::GetStackOutput within one region only, so all stacks are in one',
  },
];

const template = z.looseObject({
  Resources: z.record(
    z.string(),
    z.looseObject({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
});

/**
 * Removes unsupported parts of a template. Returns the rest, and the entries that apply.
 * @param kept types that MiniStack supports in this test
 */
export function removeUnsupportedFeatures(
  json: string,
  kept: ReadonlySet<string> = new Set(),
): {
  made: unknown;
  found: readonly Unsupported[];
} {
  const { Resources, ...rest } = template.parse(JSON.parse(json));
  const found = new Set<Unsupported>();
  const removed = new Set<string>();
  for (const [id, { Type, Properties }] of Object.entries(Resources))
    for (const each of UNSUPPORTED_FEATURES) {
      if (each.type !== Type || kept.has(Type) || (each.property && !(each.property in Properties)))
        continue;
      found.add(each);
      if (each.made && each.property) delete Properties[each.property];
      else removed.add(id);
    }
  return { made: removeResources({ ...rest, Resources }, removed), found: [...found] };
}

/** Removes resources from a template, and replaces each reference to them with a string. */
export function removeResources(
  {
    Resources,
    ...rest
  }: { readonly Resources: Readonly<Record<string, unknown>>; readonly Outputs?: unknown },
  removed: ReadonlySet<string>,
): unknown {
  const remaining = Object.entries(Resources).filter(([id]) => !removed.has(id));
  return withoutNames({ ...rest, Resources: Object.fromEntries(remaining) }, removed);
}

const reference = z.union([
  z.strictObject({ Ref: z.string() }).transform(({ Ref }) => Ref),
  z
    .strictObject({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) })
    .transform((value) => value['Fn::GetAtt'][0]),
]);

/** Has as many parts as the ARN of a function's alias, from which templates select parts. */
const UNKNOWN_ARN = 'arn:aws:unknown:us-east-1:111111111111:unknown:unknown:unknown';

/** Replaces each reference to a removed resource with a string, and drops its id from arrays. */
function withoutNames(value: unknown, removed: ReadonlySet<string>): unknown {
  if (Array.isArray(value))
    return value
      .filter((each) => !removed.has(String(each)))
      .map((each) => withoutNames(each, removed));
  if (typeof value !== 'object' || value === null) return value;
  const { data: named } = reference.safeParse(value);
  if (named !== undefined && removed.has(named)) return UNKNOWN_ARN;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withoutNames(each, removed)]),
  );
}
