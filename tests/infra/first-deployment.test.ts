import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { beforeAll, expect, it } from 'vitest';
import { PRODUCTION_CONFIG } from './production.ts';
import { createStageApp, synthesizeTemplate } from './template.ts';

const HOSTED = {
  ...PRODUCTION_CONFIG,
  egress: { kind: 'hosts', count: 1 },
  backup: 'arn:aws:backup:eu-central-1:222222222222:backup-vault:tamis',
};

interface Resource {
  readonly Type: string;
  readonly DeletionPolicy?: string;
  readonly Properties?: { readonly DeletionProtectionEnabled?: boolean };
}

/** Returns all protections against deletion, by stack name or by `Stack/resource`. */
function protections(context: Readonly<Record<string, string>>): Record<string, string> {
  const app = createStageApp('prod', HOSTED, context);
  const found: Record<string, string> = {};
  for (const stack of app.node.children.filter((child) => child instanceof Stack)) {
    if (stack.terminationProtection) found[stack.stackName] = 'termination protection';
    const { Resources } = Template.fromStack(stack).toJSON() as {
      Resources: Record<string, Resource>;
    };
    for (const [id, { Type, DeletionPolicy = 'Delete', Properties }] of Object.entries(Resources)) {
      const name = `${stack.stackName}/${id} ${Type}`;
      if (DeletionPolicy !== 'Delete' && DeletionPolicy !== 'RetainExceptOnCreate')
        found[name] = DeletionPolicy;
      if (Properties?.DeletionProtectionEnabled) found[name] = 'deletion protection';
    }
  }
  return found;
}

let first: Record<string, string>;
let later: Record<string, string>;
beforeAll(() => {
  first = protections({ deployed: 'Tamis-prod-Egress' });
  later = protections({});
});

/**
 * CloudFormation deletes the resources of a failed creation unless they are protected, and CDK
 * deletes the failed stack before it creates it again. Nothing may therefore be protected before
 * the first success.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-attribute-deletionpolicy.html
 */
it('a stack whose creation failed leaves nothing behind and can be created again', () => {
  expect(first).toEqual({ 'Tamis-prod-Egress': 'termination protection' });
});

it('a stack that was created is protected, together with its table', () => {
  const table = Object.keys(later).find((name) => name.endsWith('AWS::DynamoDB::Table')) ?? '';
  expect(later).toEqual({
    'Tamis-prod': 'termination protection',
    'Tamis-prod-Edge': 'termination protection',
    'Tamis-prod-Egress': 'termination protection',
    'Tamis-prod-Observe': 'termination protection',
    [table]: 'deletion protection',
  });
});

it('a bucket that a deployment fills is emptied if its creation is rolled back', () => {
  const bucketsOf = (type: string): unknown[] =>
    Object.values(synthesizeTemplate('prod', '-Edge').findResources(type)).map(
      ({ Properties }) => Properties.BucketName ?? Properties.DestinationBucketName,
    );
  const filled = bucketsOf('Custom::CDKBucketDeployment');
  expect(filled.length).toBeGreaterThan(0);
  const emptied = bucketsOf('Custom::S3AutoDeleteObjects');
  for (const bucket of filled) expect(emptied).toContainEqual(bucket);
});
