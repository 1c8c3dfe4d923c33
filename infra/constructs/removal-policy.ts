import { RemovalPolicy } from 'aws-cdk-lib';
import type { StageConfig } from '../config.ts';

/** What becomes of data when its stack is deleted. */
export const removalPolicyOf = ({ keepsData }: StageConfig): RemovalPolicy =>
  keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
