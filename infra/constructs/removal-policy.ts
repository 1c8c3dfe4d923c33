import { RemovalPolicy } from 'aws-cdk-lib';
import type { StageConfig } from '../stage/config.ts';

/**
 * What becomes of data when its stack is deleted. Data that is kept goes with a stack whose creation
 * fails, since it is empty and the next try makes it again: `RetainExceptOnCreate` in
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-attribute-deletionpolicy.html
 */
export const removalPolicyOf = ({ keepsData }: StageConfig): RemovalPolicy =>
  keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
