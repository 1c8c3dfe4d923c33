import { z } from 'zod';
import { S3Error, accessDenied } from './s3-error.ts';
import { ANY_SIZE, type SizeRange } from './objects.ts';

/** The form fields of a presigned POST by lowercase name, without the file. */
export type FormFields = ReadonlyMap<string, string>;

const Condition = z.union([
  z.tuple([z.literal('content-length-range'), z.coerce.number(), z.coerce.number()]),
  z.tuple([z.enum(['eq', 'starts-with']), z.string().startsWith('$'), z.string()]),
  z.record(z.string(), z.string()),
]);
const Policy = z.object({ expiration: z.iso.datetime(), conditions: z.array(Condition) });
type Condition = z.infer<typeof Condition>;

/** Fields that need no condition; the bucket is in the URL. */
const UNCHECKED_FIELDS = new Set(['bucket', 'file', 'policy', 'x-amz-signature']);

/**
 * Checks a form against its policy, whose signature the caller has verified.
 * @param fields the form's fields, and `bucket` from the URL
 * @returns the file sizes that the policy allows
 * @throws {S3Error} 403 for an expired policy, a condition that fails, or a field without a
 *   condition; 400 for a malformed policy
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 */
export function checkPostPolicy(policyBase64: string, fields: FormFields, now: Date): SizeRange {
  const policy = parsePolicy(policyBase64);
  if (new Date(policy.expiration) <= now) throw policyViolation('Policy expired.');

  let size = ANY_SIZE;
  const mentioned = new Set<string>();
  for (const condition of policy.conditions.flatMap(toMatchConditions)) {
    if (condition[0] === 'content-length-range') {
      size = { min: Math.max(size.min, condition[1]), max: Math.min(size.max, condition[2]) };
      continue;
    }
    const [operator, field, expected] = condition;
    const name = field.slice(1).toLowerCase();
    mentioned.add(name);
    if (!matchesCondition(operator, name, fields.get(name) ?? '', expected))
      throw policyViolation(`Policy Condition failed: ${JSON.stringify(condition)}`);
  }

  const extra = [...fields.keys()].filter(
    (name) => !mentioned.has(name) && !UNCHECKED_FIELDS.has(name) && !name.startsWith('x-ignore-'),
  );
  if (extra.length > 0) throw policyViolation(`Extra input fields: ${extra.join(', ')}`);
  return size;
}

function parsePolicy(policyBase64: string): z.infer<typeof Policy> {
  try {
    return Policy.parse(JSON.parse(Buffer.from(policyBase64, 'base64').toString('utf8')));
  } catch {
    throw new S3Error(
      400,
      'InvalidPolicyDocument',
      'The content of the form does not meet the conditions specified in the policy document.',
    );
  }
}

/** `{"acl": "private"}` is equivalent to `["eq", "$acl", "private"]`. */
const toMatchConditions = (condition: Condition): Exclude<Condition, Record<string, string>>[] =>
  Array.isArray(condition)
    ? [condition]
    : Object.entries(condition).map(([name, value]) => ['eq', `$${name}`, value]);

function matchesCondition(
  operator: 'eq' | 'starts-with',
  name: string,
  value: string,
  expected: string,
): boolean {
  if (operator === 'eq') return value === expected;
  // If the value lists several content types, all of them must start with the prefix.
  const values = name === 'content-type' ? value.split(',') : [value];
  return values.every((part) => part.startsWith(expected));
}

const policyViolation = (why: string): S3Error =>
  accessDenied(`Invalid according to Policy: ${why}`);
