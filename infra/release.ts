import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The parts of a cloud assembly that are read here, of cloud-assembly-schema. */
const manifest = z.object({ artifacts: z.record(z.string(), z.object({ type: z.string() })) });
const assets = z.object({
  files: z.record(z.string(), z.object({ source: z.object({ path: z.string().optional() }) })),
});

/**
 * Puts earlier templates into a folder of the CDK, from where `cdk deploy` takes them. The code of
 * the functions and the files of the web app that they name are in the CDK's bucket since then. The
 * CDK stores a template under the hash of its text, which therefore changes with it.
 * @param folder what `cdk synth` wrote for the same stage
 * @param templates as CloudFormation has them, by the names of their stacks
 * @returns these stacks in the order to go back in: what CloudFront shows goes before what the API
 * accepts, and else each after those whose outputs it reads at its update. The newer version of
 * those may lack one:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference-getstackoutput.html
 */
export function writeTemplates(folder: string, templates: ReadonlyMap<string, string>): string[] {
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const { artifacts } = manifest.parse(JSON.parse(read('manifest.json')));
  const stacks = Object.entries(artifacts).flatMap(([name, { type }]) =>
    type === 'aws:cloudformation:stack' && templates.has(name) ? [name] : [],
  );
  for (const name of stacks) {
    const [file, list, body] = [
      `${name}.template.json`,
      `${name}.assets.json`,
      templates.get(name),
    ];
    const { files } = assets.parse(JSON.parse(read(list)));
    const [hash] = Object.entries(files).find(([, { source }]) => source.path === file) ?? [];
    if (body === undefined || hash === undefined) throw new TypeError(`No template of ${name}`);
    writeFileSync(join(folder, file), body);
    for (const index of [list, 'manifest.json'])
      writeFileSync(join(folder, index), read(index).replaceAll(hash, hashOf(body)));
  }
  return [...stacks.filter(isEdge), ...stacks.filter((name) => !isEdge(name))];
}

const isEdge = (name: string): boolean => name.endsWith('-Edge');

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
