import { z } from 'zod';
import { synthesizeTemplates } from '../../infra/template.ts';
import { removeResources } from './unsupported.ts';

/** Types of the resources that contain a stage's data, or that a pause turns off. */
const KEPT_TYPES = new Set([
  'AWS::DynamoDB::Table',
  'AWS::SecretsManager::Secret',
  'AWS::S3::Bucket',
  'AWS::SQS::Queue',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Events::Rule',
]);

const core = z.object({
  Resources: z.record(z.string(), z.looseObject({ Type: z.string() })),
  Outputs: z.looseObject({ AnyFunction: z.object({ Value: z.object({ Ref: z.string() }) }) }),
});

/** Reduces a stage's core stack to the part that a restore needs. */
export function extractRestoreTemplate(file: Readonly<Record<string, unknown>>): string {
  const { Resources, Outputs } = core.parse(
    synthesizeTemplates('dev', file)['Tamis-dev']?.toJSON(),
  );
  const removed = Object.entries(Resources).flatMap(([id, { Type }]) =>
    KEPT_TYPES.has(Type) || id === Outputs.AnyFunction.Value.Ref ? [] : [id],
  );
  const remaining = removeResources({ Resources, Outputs }, new Set(removed));
  return JSON.stringify(remaining, (name, value: unknown) =>
    name === 'DependsOn' || name === 'NotificationConfiguration' ? undefined : value,
  );
}
