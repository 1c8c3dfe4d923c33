import { existsSync } from 'node:fs';
import { buildSite, SITE_FOLDER } from '../../infra/build-site.ts';
import { analyzeFunctions, stopCompiler } from '../../infra/build.ts';
import { measurePages } from '../../web/page-sizes.ts';
import {
  countResources,
  measureFunctions,
  measureIdleBill,
  measureStacks,
  measureTemplates,
} from './measure-sizes.ts';
import {
  findChangedSizes,
  mergeSizes,
  readRecordedSizes,
  type Section,
  SIZES_FILE,
  writeRecordedSizes,
} from './recorded-sizes.ts';

/** `npm run sizes:accept`: measures a build and records the figures that changed by over 2 %. */

const NOTHING = {
  functionsKib: {},
  pagesKib: {},
  resources: {},
  templatesKib: {},
  idleBillUsd: {},
};

const bundles = await analyzeFunctions();
await stopCompiler();
await buildSite();
const stacks = measureStacks();
const found = {
  functionsKib: measureFunctions(bundles),
  pagesKib: { ...measurePages(SITE_FOLDER) },
  resources: countResources(stacks),
  templatesKib: measureTemplates(stacks),
  idleBillUsd: measureIdleBill(),
};
const recorded = existsSync(SIZES_FILE) ? readRecordedSizes() : NOTHING;
const sections = Object.keys(found) as Section[];
const changes = sections.flatMap((name) => findChangedSizes(name, found[name], recorded));
const merged = sections.map((name) => [name, mergeSizes(name, recorded[name], found[name])]);
writeRecordedSizes(Object.fromEntries(merged));
console.log(changes.join('\n') || 'No figure changed by more than 2 %.');
