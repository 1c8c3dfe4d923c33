import { z } from 'zod';

const resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  Metadata: z.record(z.string(), z.unknown()).default({}),
});

const template = z.object({ Resources: z.record(z.string(), resource) });

/** The parts of a CloudFormation template that the embedded cloud reads. */
export type Template = z.output<typeof template>;
export type Resource = z.output<typeof resource>;

export const parseTemplate = (json: unknown): Template => template.parse(json);

/** Resource types that the embedded cloud creates; the other files in this folder parse them. */
const EMULATED_TYPES = new Set([
  'AWS::ApiGateway::RestApi',
  'AWS::ApiGateway::Stage',
  'AWS::DynamoDB::Table',
  'AWS::Events::Rule',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Function',
  'AWS::S3::Bucket',
  'AWS::SQS::Queue',
  'AWS::SecretsManager::Secret',
]);

/** Resource types to ignore, such as permissions and log groups, which are not emulated. */
const IGNORED_TYPES = new Set([
  'AWS::ApiGateway::Deployment',
  'AWS::IAM::Role',
  'AWS::Lambda::Permission',
  'AWS::Logs::LogGroup',
  'AWS::S3::BucketPolicy',
  'AWS::SQS::QueuePolicy',
]);

/** @throws an Error that lists the resource types that cannot be emulated */
export function rejectUnknownTypes({ Resources }: Template): void {
  const types = new Set(Object.values(Resources).map(({ Type }) => Type));
  const unknown = [...types].filter(
    (type) => !EMULATED_TYPES.has(type) && !IGNORED_TYPES.has(type),
  );
  if (unknown.length > 0)
    throw new Error(
      `The embedded cloud does not support ${unknown.join(', ')}: add support in ` +
        'lab/embedded/cloud, or remove it from the stage local.',
    );
}
