import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The parts of a cloud assembly that we read; see cloud-assembly-schema. */
const manifest = z.object({ artifacts: z.record(z.string(), z.object({ type: z.string() })) });
const assets = z.object({
  files: z.record(z.string(), z.object({ source: z.object({ path: z.string().optional() }) })),
});

/**
 * Writes previous templates into a CDK output folder, from which `cdk deploy` reads them. The code
 * and web app files to which they refer are still in the CDK's bucket. The CDK stores a template
 * under the hash of its text, so the hash is updated.
 * @param folder output of `cdk synth` for the same stage
 * @param templates text by stack name, as CloudFormation returns it
 * @returns the stacks in rollback order: CloudFront before the API that accepts its secret; every
 * other stack after the stacks whose outputs it reads, because it is updated with their values, and
 * its previous version may read an output that their newer version does not have:
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
    if (body === undefined || hash === undefined)
      throw new TypeError(`The output folder has no template of ${name}`);
    writeFileSync(join(folder, file), body);
    for (const index of [list, 'manifest.json'])
      writeFileSync(join(folder, index), read(index).replaceAll(hash, hashOf(body)));
  }
  return [...stacks.filter(isEdge), ...stacks.filter((name) => !isEdge(name))];
}

const isEdge = (name: string): boolean => name.endsWith('-Edge');

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
