import { readFileSync } from 'node:fs';
import { defineApp } from '../../../infra/define-app.ts';
import { parseTemplate, refuseUnknownTypes } from './template.ts';
import type { Template } from './template.ts';

/**
 * The template of the stage `local`, made in this process, and the folder its assets are named
 * from. Nothing is copied: assets are the very folders the build wrote.
 * @param settings settings of functions that only the running stack knows
 */
export function synthesizeLocal(
  settings: Readonly<Record<string, string>>,
  outdir: string,
): { template: Template; assetFolder: string } {
  const app = defineApp({
    outdir,
    context: {
      stage: 'local',
      settings,
      'aws:cdk:enable-asset-metadata': true,
      'aws:cdk:enable-path-metadata': true,
      'aws:cdk:disable-asset-staging': true,
    },
  });
  const [stack] = app.synth().stacks;
  if (stack === undefined) throw new Error('The application has no stack.');
  const template = parseTemplate(JSON.parse(readFileSync(stack.templateFullPath, 'utf8')));
  refuseUnknownTypes(template);
  return { template, assetFolder: outdir };
}
