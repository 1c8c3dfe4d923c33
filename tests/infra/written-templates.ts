import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { synthesize } from '../../infra/synthesize.ts';
import { PRODUCTION_CONFIG } from './production.ts';
import { createStageApp, synthesizeTemplates } from './template.ts';

/** Name of the production variant that an emulator deploys. */
export const HOSTS_VARIANT = 'hosts';
const BACKUP = 'arn:aws:backup:eu-central-1:222222222222:backup-vault:tamis';
const VARIANTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  socks5: { egress: { kind: 'socks5' }, hostedZoneId: 'Z0123456789ABCDEFGHIJ', backup: BACKUP },
  [HOSTS_VARIANT]: { egress: { kind: 'hosts', count: 2 }, backup: BACKUP },
  off: { egress: { kind: 'off' } },
};

/** Writes the templates of every stage and egress for the tests of a file. */
export function writeAllTemplates(): string {
  const folder = mkdtempSync(join(tmpdir(), 'templates-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, values] of Object.entries(VARIANTS))
    cpSync(
      synthesize(createStageApp('prod', { ...PRODUCTION_CONFIG, ...values })),
      join(folder, name),
      {
        recursive: true,
      },
    );
  for (const stage of ['dev', 'local'] as const)
    for (const [name, template] of Object.entries(synthesizeTemplates(stage)))
      writeFileSync(join(folder, `${name}.template.json`), JSON.stringify(template.toJSON()));
  return folder;
}

/** Returns the template files. A stack that is the same in several variants appears once. */
export function listTemplateFiles(folder: string): string[] {
  const paths = globSync('**/*.template.json', { cwd: folder }).map((path) => join(folder, path));
  const byText = new Map(paths.map((path) => [readFileSync(path, 'utf8'), path]));
  expect(byText.size).toBeGreaterThan(Object.keys(VARIANTS).length);
  return [...byText.values()];
}
