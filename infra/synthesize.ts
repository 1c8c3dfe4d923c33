import { readFileSync } from 'node:fs';
import type { App } from 'aws-cdk-lib';
import { asciiJson } from './stage/ascii-json.ts';
import { writeTemplates } from './release.ts';

/**
 * Writes the templates of an app in ASCII, because CloudFormation returns them to a failed release
 * without other characters.
 * @returns the folder of the templates
 */
export function synthesize(app: App): string {
  const { directory, stacks } = app.synth();
  writeTemplates(directory, new Map(stacks.map((stack) => [stack.id, asciiText(stack)])));
  return directory;
}

const asciiText = ({ templateFullPath }: { readonly templateFullPath: string }): string =>
  asciiJson(readFileSync(templateFullPath, 'utf8'));
