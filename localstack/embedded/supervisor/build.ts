import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SITE_FOLDER } from '../../../infra/build-site.ts';
import { parseTemplate, refuseUnknownTypes, type Template } from '../cloud/template.ts';
import { withLock } from './lock.ts';
import { runNode } from './run-node.ts';
import { makeIfStale } from './stale.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const inRoot = (...paths: string[]): string[] => paths.map((path) => join(root, path));

/** What the template is made of; a change elsewhere leaves it as it is. */
export const TEMPLATE_FOLDERS = inRoot('infra', 'shared/contract');

const functions = {
  sources: inRoot('functions', 'packages/verifier/src', 'shared', 'infra', 'package-lock.json'),
  stamp: join(root, 'dist/functions/.built'),
};
const web = {
  sources: inRoot('web', 'packages/form', 'packages/verifier/src', 'shared', 'package-lock.json'),
  stamp: join(SITE_FOLDER, '.built'),
};

/** Another stack of this folder that starts now waits, and finds the product made. */
const makeOnce = (product: typeof web, name: string, make: () => Promise<void>): Promise<boolean> =>
  withLock(join(root, `dist/.${name}.lock`), () => makeIfStale(product, make));

/** Bundles the functions when a source has changed. */
export const buildFunctions = (): Promise<boolean> =>
  makeOnce(functions, 'functions', () => runNode(join(root, 'infra/build.ts')));

/** Builds the web app when a source has changed, beside the one that is being served. */
export const buildWeb = (): Promise<boolean> =>
  makeOnce(web, 'web', () => runNode(join(root, 'infra/build-site.ts')));

/**
 * Synthesizes the stage `local` into a folder, from which its assets are named.
 * @param settings settings of functions that only the running stack knows
 */
export async function synthesizeLocal(
  settings: Readonly<Record<string, string>>,
  folder: string,
): Promise<Template> {
  await runNode(join(root, 'localstack/embedded/cloud/synthesize-child.ts'), [
    folder,
    JSON.stringify(settings),
  ]);
  const file = join(folder, 'Tamis-local.template.json');
  const template = parseTemplate(JSON.parse(readFileSync(file, 'utf8')));
  refuseUnknownTypes(template);
  return template;
}
