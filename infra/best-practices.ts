import { type App, CloudFormationValidatePlugin, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';

/** One for all apps of a process: it compiles its rules at the first synthesis. */
const schemas = new CloudFormationValidatePlugin();

/**
 * Lets a synthesis fail on what CloudFormation would refuse, and on what AWS advises against and
 * acknowledged.ts gives no reason for.
 */
export const checkBestPractices = (app: App): void => {
  Validations.of(app).addPlugins(schemas, new AwsSolutionsChecks(app));
};
