import { type App, CloudFormationValidatePlugin, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';

/** Shared by all apps of a process, because it compiles its rules at the first synthesis. */
const schemas = new CloudFormationValidatePlugin();

/**
 * Fails the synthesis on anything CloudFormation would reject, and on AWS best practices that
 * acknowledged.ts does not waive.
 */
export const checkBestPractices = (app: App): void => {
  Validations.of(app).addPlugins(schemas, new AwsSolutionsChecks(app));
};
