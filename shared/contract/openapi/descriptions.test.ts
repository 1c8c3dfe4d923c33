import { build, stop, type Plugin } from 'esbuild';
import { afterAll, expect, it } from 'vitest';
import { stripDescriptionsEsbuildPlugin } from '../../../infra/strip-descriptions.ts';
import { describedExamples } from '../../../tests/support/examples/index.ts';
import { contract } from '../index.ts';
import { toOpenApi } from './openapi.ts';
import { createPublicDocument } from './public-document.ts';

type Json = { readonly [member: string]: unknown };
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const document = toOpenApi(contract, describedExamples);
const publicDocument = createPublicDocument('');
const models = document.components['schemas'] as Json;

const descriptionOf = (value: unknown): unknown =>
  isJson(value) ? (value['description'] ?? descriptionOf(modelOf(value))) : undefined;
const modelOf = ({ $ref: path }: Json): unknown =>
  typeof path === 'string' ? models[path.split('/').at(-1) ?? ''] : undefined;

/** The properties and parameters in a part of the document, with their paths. */
function* membersOf(value: unknown, path: string): Generator<readonly [string, unknown]> {
  if (!isJson(value)) return;
  for (const [name, member] of Object.entries(value)) {
    const memberPath = `${path}/${name}`;
    if (name === 'examples' || name === 'example') continue;
    if (name === 'properties' && isJson(member))
      for (const [property, schema] of Object.entries(member))
        yield [`${memberPath}/${property}`, schema];
    if (name === 'parameters' && Array.isArray(member))
      for (const each of member) if (!('$ref' in each)) yield [`${memberPath}/${each.name}`, each];
    yield* membersOf(member, memberPath);
  }
}

const BUNDLE = {
  bundle: true,
  format: 'esm',
  packages: 'external',
  write: false,
  charset: 'utf8',
} as const;
afterAll(stop);

/** Properties named `data` need no description, because the call's summary describes them. */
const IMPLIED = /^\/components\/schemas\/(?:\w+ResponseBody|Empty)\/properties\/data$/;

it('describes every property and parameter of routes that accept a key', () => {
  const undescribed = [...membersOf(publicDocument, '')]
    .filter(([, member]) => !descriptionOf(member))
    .map(([path]) => path);
  expect(undescribed.filter((path) => !IMPLIED.test(path))).toEqual([]);
});

/** Objects and lists of objects, whose own properties have examples. */
const hasProperties = (schema: unknown): boolean =>
  isJson(schema) &&
  ('properties' in schema ||
    [modelOf(schema), schema['items'], schema['anyOf'], schema['oneOf']]
      .flat()
      .some(hasProperties));

/** The enums in a part of the document, with the descriptions that apply to them. */
function* enumsOf(value: unknown, description = ''): Generator<readonly [string, Json]> {
  if (!isJson(value)) return;
  const text = `${value['description'] ?? description}`;
  if (Array.isArray(value['enum'])) yield [text, value];
  for (const [name, member] of Object.entries(value))
    if (name !== 'examples' && name !== 'example') yield* enumsOf(member, text);
}

it('describes every value of public enums', () => {
  const undescribed = [...enumsOf(publicDocument)].flatMap(([text, schema]) =>
    (schema['enum'] as unknown[]).filter(
      (value) =>
        !text.includes(`\`${value}\``) &&
        !(schema['x-enumDescriptions'] as Json | undefined)?.[String(value)],
    ),
  );
  // Orders such as `created_at:desc` explain themselves.
  expect(undescribed.filter((value) => !/:(?:asc|desc)$/.test(String(value)))).toEqual([]);
});

it('gives every public property an example', () => {
  const missing = [...membersOf(publicDocument, '')]
    .filter(([path, member]) => path.includes('/properties/') && !hasProperties(member))
    .filter(([, member]) => isJson(member) && !('examples' in member))
    .map(([path]) => path);
  // The example of the form has only the fields that most callers send.
  expect(missing.filter((path) => !path.includes('multipart/form-data'))).toEqual([]);
});

it('keeps descriptions out of bundles', async () => {
  const bundleOf = async (plugins: Plugin[]): Promise<string> => {
    const entryPoints = ['shared/contract/index.ts'];
    const { outputFiles } = await build({ ...BUNDLE, entryPoints, plugins });
    return outputFiles[0]?.text ?? '';
  };
  const texts = [...membersOf(document, '')].map(([, member]) => String(descriptionOf(member)));
  const found = async (plugins: Plugin[]): Promise<string[]> => {
    const bundle = await bundleOf(plugins);
    return [...new Set(texts)].filter((text) => text.includes(' ') && bundle.includes(text));
  };
  expect((await found([])).length).toBeGreaterThan(300);
  expect(await found([stripDescriptionsEsbuildPlugin])).toEqual([]);
});

it('limits no integer to the safe integers of JavaScript', () => {
  expect(JSON.stringify(document)).not.toContain(String(Number.MAX_SAFE_INTEGER));
});
