import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { expect, it } from 'vitest';
import { writeTemplates } from '../../infra/release.ts';
import { synthesize } from '../../infra/synthesize.ts';
import { replaceNonAscii } from '../support/replace-non-ascii.ts';
import { PRODUCTION_CONFIG } from './production.ts';
import { createStageApp } from './template.ts';

const SELLER = {
  ...PRODUCTION_CONFIG.seller,
  company: 'Société Œuvre 🧺',
  office: '1 rue de l’Été',
};
const HOSTS = { ...PRODUCTION_CONFIG, seller: SELLER, egress: { kind: 'hosts', count: 2 } };

it.each([
  ['prod', HOSTS, 4],
  ['dev', undefined, 2],
  ['local', undefined, 1],
] as const)(
  'the templates of %s are ASCII, and a rollback restores them although CloudFormation replaces other characters',
  (stage, file, count) => {
    const app = createStageApp(stage, file);
    const expectedTemplates = new Map(
      app.node.children
        .filter((child) => child instanceof Stack)
        .map((stack) => [stack.stackName, Template.fromStack(stack).toJSON()]),
    );
    const folder = synthesize(app);
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
    const names = globSync('*.template.json', { cwd: folder });
    expect(names).toHaveLength(count);
    const stacks = names.map((name) => name.replace('.template.json', ''));
    const texts = new Map(stacks.map((stack) => [stack, read(`${stack}.template.json`)]));
    for (const [stack, text] of texts) {
      expect(text).toMatch(/^\p{ASCII}*$/u);
      expect(JSON.parse(text)).toEqual(expectedTemplates.get(stack));
      // CDK names a template by the hash of its text.
      const hash = createHash('sha256').update(text).digest('hex');
      expect(read(`${stack}.assets.json`)).toContain(`${hash}.json`);
      expect(read('manifest.json')).toContain(`${hash}.json`);
    }
    const returned = new Map([...texts].map(([stack, text]) => [stack, replaceNonAscii(text)]));
    writeTemplates(folder, returned);
    for (const [stack, text] of texts) expect(read(`${stack}.template.json`)).toBe(text);
  },
);
