import { readFileSync } from 'node:fs';
import type { App } from 'aws-cdk-lib';
import { asciiJson } from './ascii-json.ts';
import { writeTemplates } from './release.ts';

/**
 * Writes the templates of an app in ASCII, so that a release that fails goes back to what
 * CloudFormation was given.
 * @returns the folder that they are in
 */
export function synthesize(app: App): string {
  const { directory, stacks } = app.synth();
  const texts = stacks.map(
    ({ id, templateFullPath }) => [id, asciiJson(readFileSync(templateFullPath, 'utf8'))] as const,
  );
  writeTemplates(directory, new Map(texts));
  return directory;
}
