import { readFileSync } from 'node:fs';
import { type App, CloudFormationValidatePlugin, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { escapeToAscii } from './stage/ascii-json.ts';
import { writeTemplates } from './release.ts';

/** All apps of a process share the plugin, because compiling its rules is slow. */
const schemas = new CloudFormationValidatePlugin();

/** Fails for anything that CloudFormation rejects, and for violations not in nag-suppressions. */
export const checkBestPractices = (app: App): void => {
  Validations.of(app).addPlugins(schemas, new AwsSolutionsChecks(app));
};

/** Writes templates in ASCII: when a rollback reads them back, other characters become `?`. */
export function synthesize(app: App): string {
  const { directory, stacks } = app.synth();
  writeTemplates(directory, new Map(stacks.map((stack) => [stack.id, asciiText(stack)])));
  return directory;
}

const asciiText = ({ templateFullPath }: { readonly templateFullPath: string }): string =>
  escapeToAscii(readFileSync(templateFullPath, 'utf8'));
