import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { PRODUCTION_CONFIG } from './production.ts';
import { createStageApp } from './template.ts';

const resource = z.looseObject({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
});
const text = (value: unknown): string => JSON.stringify(value);

it('changes the secret without a moment in which the API rejects the version that CloudFront sends', () => {
  const rotated = (origin?: string) => {
    const app = createStageApp('prod', PRODUCTION_CONFIG, origin ? { origin } : {});
    const [core = {}, front = {}] = ['Tamis-prod', 'Tamis-prod-Edge'].map(
      (name) =>
        Template.fromStack(z.instanceof(Stack).parse(app.node.findChild(name))).toJSON() as object,
    );
    const { Resources } = z.object({ Resources: z.record(z.string(), resource) }).parse(core);
    const [api = {}, deployment = ''] = ['RestApi', 'Deployment'].map((type) => {
      const found = Object.entries(Resources).find(
        ([, { Type }]) => Type === `AWS::ApiGateway::${type}`,
      );
      return type === 'RestApi' ? found?.[1].Properties['Policy'] : found?.[0];
    });
    const versions = (template: unknown) =>
      Array.from(
        text(template).matchAll(
          /(?:SecretString|tamis-prod\/origin-eu-west-3:SecretString):::(\w*)\}\}/g,
        ),
        ([, version]) => version,
      );
    return { accepted: versions(api), shown: versions(front), deployment };
  };
  const first = rotated();
  const second = rotated('v1');
  const third = rotated('v2,v1');
  expect([first, second, third].map(({ accepted, shown }) => ({ accepted, shown }))).toEqual([
    { accepted: [''], shown: [''] },
    { accepted: ['v1'], shown: ['v1'] },
    { accepted: ['v2', 'v1'], shown: ['v2'] },
  ]);
  // A policy takes effect only with a new deployment of the API.
  expect(new Set([first, second, third].map(({ deployment }) => deployment)).size).toBe(3);
});
