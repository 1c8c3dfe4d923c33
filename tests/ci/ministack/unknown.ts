import { z } from 'zod';

/** A resource or property of ours that MiniStack does not support, and why. */
interface Unknown {
  readonly type: string;
  /** Restricts the entry to resources with this property. */
  readonly property?: string;
  /** The resources are created without the property. */
  readonly made?: true;
  readonly why: string;
}

/** Gaps of MiniStack, linked from docs/deploying.md. Nothing else of a template may be missing. */
export const UNKNOWN: readonly Unknown[] = [
  { type: 'AWS::EC2::EIP', why: 'It has no such resource' },
  { type: 'AWS::EC2::EIPAssociation', why: 'It has no such resource' },
  { type: 'AWS::EC2::NetworkInterface', why: 'It has no such resource' },
  { type: 'AWS::EC2::SecurityGroupEgress', why: 'It has no such resource' },
  { type: 'AWS::EC2::SecurityGroupIngress', why: 'It has no such resource' },
  { type: 'AWS::Budgets::Budget', why: 'It has no such resource' },
  { type: 'AWS::SES::ReceiptRule', why: 'It has no such resource' },
  { type: 'AWS::SES::ReceiptRuleSet', why: 'It has no such resource' },
  { type: 'AWS::SES::EmailIdentity', why: 'It knows no attribute of DKIM, which outputs name' },
  { type: 'AWS::CloudWatch::Alarm', property: 'Metrics', why: 'It knows no metric math' },
  { type: 'Custom::CDKBucketDeployment', why: 'It runs Python without boto3' },
  { type: 'Custom::S3AutoDeleteObjects', why: 'It runs Node without the SDK' },
  {
    type: 'AWS::SecretsManager::Secret',
    property: 'ReplicaRegions',
    made: true,
    why: 'Its Fn::GetStackOutput finds stacks of one region, so all are made in one',
  },
];

const template = z.looseObject({
  Resources: z.record(
    z.string(),
    z.looseObject({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
});

/** A template without unsupported parts, and the entries of the table found in it. */
export function withoutUnknown(json: string): { made: unknown; found: readonly Unknown[] } {
  const { Resources, ...rest } = template.parse(JSON.parse(json));
  const found = new Set<Unknown>();
  const gone = new Set<string>();
  for (const [id, { Type, Properties }] of Object.entries(Resources))
    for (const each of UNKNOWN) {
      if (each.type !== Type || (each.property && !(each.property in Properties))) continue;
      found.add(each);
      if (each.made && each.property) delete Properties[each.property];
      else gone.add(id);
    }
  return { made: withoutResources({ ...rest, Resources }, gone), found: [...found] };
}

/** A template without some resources, with a text in place of each reference to them. */
export function withoutResources(
  {
    Resources,
    ...rest
  }: { readonly Resources: Readonly<Record<string, unknown>>; readonly Outputs?: unknown },
  gone: ReadonlySet<string>,
): unknown {
  const kept = Object.entries(Resources).filter(([id]) => !gone.has(id));
  return withoutNames({ ...rest, Resources: Object.fromEntries(kept) }, gone);
}

const reference = z.union([
  z.strictObject({ Ref: z.string() }).transform(({ Ref }) => Ref),
  z
    .strictObject({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) })
    .transform((value) => value['Fn::GetAtt'][0]),
]);

/** Puts a text in place of each reference to a removed resource. */
function withoutNames(value: unknown, gone: ReadonlySet<string>): unknown {
  if (Array.isArray(value))
    return value.filter((each) => !gone.has(String(each))).map((each) => withoutNames(each, gone));
  if (typeof value !== 'object' || value === null) return value;
  const { data: named } = reference.safeParse(value);
  if (named !== undefined && gone.has(named)) return 'unknown';
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withoutNames(each, gone)]),
  );
}
