import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { resolveTemplate } from '../../lab/embedded/cloud/resolver.ts';
import { parseTemplate } from '../../lab/embedded/cloud/template.ts';
import type { RecordedCall } from './aws-calls.ts';

const list = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());
const role = z.object({
  Policies: z
    .array(
      z.object({
        PolicyDocument: z.object({
          Statement: z.array(
            z.object({
              Action: list,
              Resource: list,
              Condition: z
                .object({
                  'ForAllValues:StringLike': z.object({ 'dynamodb:LeadingKeys': list }).optional(),
                })
                .optional(),
            }),
          ),
        }),
      }),
    )
    .default([]),
});

export interface RoleStatement {
  readonly actions: readonly string[];
  /** ARNs, with `*` as a wildcard. */
  readonly resources: readonly string[];
  /** Patterns of the allowed partition keys, if they are restricted. */
  readonly partitions: readonly string[] | undefined;
}

/** Reads the statements of each function's role in a local stack, by the function's name. */
export function readStackRoles(home: string): ReadonlyMap<string, readonly RoleStatement[]> {
  const templateFile = join(home, 'cache/cdk.out/Tamis-local.template.json');
  const template = resolveTemplate(
    parseTemplate(JSON.parse(readFileSync(templateFile, 'utf8'))),
    'http://sqs',
  );
  const roles = template.resources('AWS::IAM::Role', role);
  const byArn = new Map(
    [...roles].map(([id, { Policies }]) => [
      template.nameOf(id),
      Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement).map(
        ({ Action, Resource, Condition }): RoleStatement => ({
          actions: Action,
          resources: Resource,
          partitions: Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'],
        }),
      ),
    ]),
  );
  const lambda = z.object({ Role: z.string() });
  return new Map(
    [...template.resources('AWS::Lambda::Function', lambda)].map(([id, { Role }]) => [
      template.nameOf(id),
      byArn.get(Role.split('/').at(-1) ?? '') ?? [],
    ]),
  );
}

const EXPRESSIONS = new Map<string, RegExp>();

/**
 * Whether a string matches a pattern in which `*` stands for any characters, including slashes
 * (docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_resource.html).
 */
export function matchesArnPattern(pattern: string, text: string): boolean {
  const known = EXPRESSIONS.get(pattern);
  if (known) return known.test(text);
  const source = pattern.replaceAll(/[$()+.?[\\\]^{|}]/g, '\\$&').replaceAll('*', '.*');
  EXPRESSIONS.set(pattern, new RegExp(`^${source}$`, 's'));
  return matchesArnPattern(pattern, text);
}

/** Returns the part of an ARN that names the resource; for a secret, returns the whole ARN. */
const resourceIn = (arn: string): string =>
  arn.includes(':secret:')
    ? arn
    : (/^arn:aws:[^:]*:[^:]*:[^:]*:(?:table\/)?(.*)$/.exec(arn)?.[1] ?? arn);

const allows = ({ actions, resources, partitions }: RoleStatement, call: RecordedCall): boolean =>
  actions.includes(call.action) &&
  (call.resource === undefined ||
    resources.some((arn) => matchesArnPattern(resourceIn(arn), call.resource ?? ''))) &&
  (partitions === undefined ||
    partitions.some((pattern) => matchesArnPattern(pattern, call.partition ?? '')));

type Roles = ReadonlyMap<string, readonly RoleStatement[]>;

export const findForbiddenCalls = (
  roles: Roles,
  calls: readonly RecordedCall[],
): readonly string[] =>
  distinct(
    calls
      .filter((act) => !roles.get(act.functionName)?.some((statement) => allows(statement, act)))
      .map(({ functionName, action, resource = '', partition = '' }) =>
        `${functionName}: ${action} ${resource} ${partition.split('#')[0] ?? ''}`.trim(),
      ),
  );

/**
 * Actions that are granted together, although a single run may not need all of them: code that
 * reads items may read one or many, and code that writes an object may have to abort.
 */
const ACTION_GROUPS = [
  ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
  ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:ConditionCheckItem'],
  ['s3:PutObject', 's3:AbortMultipartUpload'],
];

/** Returns unused permissions, except those that Lambda uses, as `FUNCTION: ACTION RESOURCE`. */
export const findUnusedPermissions = (
  roles: Roles,
  calls: readonly RecordedCall[],
): readonly string[] =>
  distinct(
    [...roles].flatMap(([functionName, statements]) => {
      const own = calls.filter((act) => act.functionName === functionName);
      return statements
        .flatMap(singlePermissions)
        .filter((right) => !own.some((act) => allows(right, act)))
        .map(
          ({ actions, resources }) =>
            `${functionName}: ${actions[0]} ${resources.map(resourceIn).join()}`,
        );
    }),
  );

/** Splits a statement by resource and by actions that are granted together. */
function singlePermissions(statement: RoleStatement): RoleStatement[] {
  const { actions, resources, partitions } = statement;
  // Not split: a rate-limit counter, for example, is only read when it rejects a call.
  if (partitions !== undefined) return [statement];
  // Lambda itself writes the log and receives messages.
  const relevant = actions.includes('sqs:ReceiveMessage')
    ? []
    : actions.filter((action) => !action.startsWith('logs:'));
  const groups = relevant.map(
    (action) => ACTION_GROUPS.find((group) => group.includes(action)) ?? [action],
  );
  return resources.flatMap((resource) =>
    [...new Set(groups)].map((group) => ({
      actions: group.filter((action) => actions.includes(action)),
      resources: [resource],
      partitions: undefined,
    })),
  );
}

const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)].toSorted();
