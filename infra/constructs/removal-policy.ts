import { RemovalPolicy } from 'aws-cdk-lib';
import type { StageConfig } from '../stage/config.ts';

/**
 * Returns the removal policy for stored data. If the creation of a stack fails, its data is deleted
 * even in production, because it is empty and the next attempt creates it again:
 * `RetainExceptOnCreate` in
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-attribute-deletionpolicy.html
 */
export const removalPolicyOf = ({ keepsData }: StageConfig): RemovalPolicy =>
  keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
