import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';

/** Lets a synthesis fail on what AWS advises against and acknowledged.ts gives no reason for. */
export const checkBestPractices = (app: App): void => {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
};
