import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LARGEST_CONFIG } from './production.ts';
import { createDeployableApp, type TemplateResource } from './template.ts';

/** Resources that contain data, or whose replacement interrupts the service. */
const TYPES = new Set([
  'AWS::DynamoDB::Table',
  'AWS::Lambda::Alias',
  'AWS::Lambda::Function',
  'AWS::S3::Bucket',
  'AWS::SQS::Queue',
  'AWS::SecretsManager::Secret',
]);

/**
 * CloudFormation replaces a resource whose logical id changes, for example because its construct is
 * renamed or moved: https://docs.aws.amazon.com/cdk/v2/guide/identifiers.html#identifiers-logical-ids
 * The snapshot is updated for resources that are added or removed on purpose (`vitest -u`).
 */
it('keeps the logical ids of functions, queues and resources with data', async () => {
  const lines = createDeployableApp(LARGEST_CONFIG)
    .synth()
    .stacks.flatMap(({ stackName, templateFullPath }) => {
      const { Resources } = JSON.parse(readFileSync(templateFullPath, 'utf8')) as {
        readonly Resources: Readonly<Record<string, TemplateResource>>;
      };
      return Object.entries(Resources)
        .filter(([, { Type }]) => TYPES.has(Type))
        .map(([id, { Type }]) => `${stackName} ${Type} ${id}\n`);
    });
  expect(lines.length).toBeGreaterThan(150);
  await expect(lines.toSorted().join('')).toMatchFileSnapshot('logical-ids.txt');
});
