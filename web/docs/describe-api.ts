import { AUTH } from '../../shared/contract/auth.ts';
import { examples } from '../../shared/contract/examples/index.ts';
import { contract, type RouteName } from '../../shared/contract/index.ts';
import { type OpenApiDocument, toOpenApi } from '../../shared/contract/openapi.ts';
import { codeSamples, composeGuide, type Samples } from './compose-guide.ts';

/** The call that each sample is about. */
const SAMPLE_OF: Partial<Record<RouteName, string>> = {
  checkEmail: 'verify-one',
  upload: 'upload-list',
  download: 'upload-list',
};

const routes = Object.entries(contract);
const takesKeys = new Set<string>(
  routes.filter(([, { auth }]) => AUTH[auth].keys).map(([, { feature }]) => feature),
);

/** What programs call first, then what the web app calls. */
function tagGroups({ tags }: OpenApiDocument) {
  const names = tags.map(({ name }) => String(name));
  return [
    { name: 'Verification, with a key', tags: names.filter((name) => takesKeys.has(name)) },
    { name: 'Calls of the web app', tags: names.filter((name) => !takesKeys.has(name)) },
  ];
}

/** The document with what only its readers want. */
type ShownDocument = OpenApiDocument & { 'x-tagGroups': ReturnType<typeof tagGroups> };

/** The OpenAPI document as the site shows it: with the guide, and samples beside their calls. */
export function describeApi(guide: string, samples: Samples, origin: string): ShownDocument {
  const document = toOpenApi(contract, examples, { origin });
  for (const [name, { path, method }] of routes) {
    const sample = SAMPLE_OF[name as RouteName];
    const operations = document.paths[path];
    const operation = operations?.[method.toLowerCase()];
    if (sample === undefined || operations === undefined || operation === undefined) continue;
    operations[method.toLowerCase()] = {
      ...operation,
      'x-codeSamples': codeSamples(samples, sample, origin),
    };
  }
  return {
    ...document,
    info: { ...document.info, description: composeGuide(guide, samples, origin) },
    tags: document.tags.map(({ name, description }) => ({ name, 'x-displayName': description })),
    'x-tagGroups': tagGroups(document),
  };
}
