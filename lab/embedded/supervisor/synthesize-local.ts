import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { replaceDirectory } from '../../../infra/replace-directory.ts';
import { parseTemplate, rejectUnknownTypes, type Template } from '../cloud/template.ts';
import { replaceFile } from '../services/replace-file.ts';
import { withLock } from './lock.ts';
import { runNode } from './run-node.ts';
import { buildIfStale } from './stale.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const inRoot = (...paths: string[]): string[] => paths.map((path) => join(root, path));

/** Sources whose changes are noticed while a stack runs. */
export const TEMPLATE_SOURCES = inRoot('infra', 'shared/contract');

/** Inputs of the template. A test compares them with the files that the synthesis imports. */
export const TEMPLATE_INPUTS = inRoot(
  'infra',
  'shared',
  'functions',
  'lab/embedded/cloud/synthesize-child.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
);

const TEMPLATE_FILE = 'Tamis-local.template.json';
/** Synthesized templates, by a hash of their settings. All stacks of a checkout share them. */
const TEMPLATES_FOLDER = join(root, 'dist/templates');
const MAX_TEMPLATES = 8;

type Settings = Readonly<Record<string, string>>;

/**
 * Settings with addresses that change at every start. Stored templates have placeholders for them.
 */
const ADDRESS_SETTINGS = new Set([
  'PUBLIC_ORIGIN',
  'STRIPE_API_BASE',
  'SERVICES_ORIGIN',
  'DNS_SERVERS',
  'PUBLIC_DNS_SERVERS',
  'SMTP_PORT',
]);

/**
 * Returns the template of the stage `local` and writes it into a folder. Reuses the last template
 * with the same inputs. Asset paths are relative to the folder.
 * @param settings function settings that only the running stack knows
 */
export async function synthesizeLocal(settings: Settings, folder: string): Promise<Template> {
  const kept = await withLock(join(root, 'dist/.templates.lock'), () =>
    readKeptTemplate(JSON.stringify(insertPlaceholders(settings))),
  );
  const text = fillPlaceholders(kept, settings);
  const template = parseTemplate(JSON.parse(text));
  rejectUnknownTypes(template);
  replaceFile(join(folder, TEMPLATE_FILE), text);
  return template;
}

async function readKeptTemplate(settings: string): Promise<string> {
  const name = createHash('sha256').update(settings).digest('hex');
  const folder = join(TEMPLATES_FOLDER, name);
  const parameters = JSON.stringify(['local', settings, readCdkVariables()]);
  const product = { sources: TEMPLATE_INPUTS, parameters, stamp: join(folder, '.built') };
  const isNew = await buildIfStale(product, async () => {
    // Settings may contain passwords.
    mkdirSync(TEMPLATES_FOLDER, { recursive: true, mode: 0o700 });
    // The synthesis of a killed start may still be writing, so each start uses its own folder.
    const fresh = `${folder}.${process.pid}`;
    await runNode(join(root, 'lab/embedded/cloud/synthesize-child.ts'), [fresh, settings]);
    replaceDirectory(fresh, folder);
  });
  if (isNew) deleteOldFolders(TEMPLATES_FOLDER, MAX_TEMPLATES);
  return readFileSync(join(folder, TEMPLATE_FILE), 'utf8');
}

/** Returns the environment variables that the CDK reads, such as CDK_CONTEXT_JSON. */
const readCdkVariables = (): (readonly [string, string | undefined])[] =>
  Object.entries(process.env).filter(([name]) => name.startsWith('CDK_'));

export const insertPlaceholders = (settings: Settings): Settings =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      ADDRESS_SETTINGS.has(name) ? `{{${name}}}` : value,
    ]),
  );

/** @param template JSON of a template that was synthesized with placeholders */
export const fillPlaceholders = (template: string, settings: Settings): string =>
  template.replaceAll(/\{\{([A-Z_]+)\}\}/g, (placeholder, name) => {
    const value = ADDRESS_SETTINGS.has(name) ? settings[name] : undefined;
    return value === undefined ? placeholder : JSON.stringify(value).slice(1, -1);
  });

function deleteOldFolders(parent: string, count: number): void {
  const newestFirst = readdirSync(parent)
    .map((name) => join(parent, name))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const folder of newestFirst.slice(count)) rmSync(folder, { recursive: true });
}
