import { alarm, event, mail, route, schedule, setting } from './backend.ts';
import { page } from './pages.ts';
import type { Scaffold } from './scaffold.ts';

interface Recipe {
  readonly args: readonly string[];
  readonly example: string;
  readonly write: (scaffold: Scaffold, args: readonly string[]) => void;
  /** What remains to be done, and what proves it. */
  readonly next: string;
}

/** Every argument that a recipe names is given by then. */
const recipe = <const Names extends readonly string[]>(
  args: Names,
  write: (scaffold: Scaffold, given: { [K in keyof Names]: string }) => void,
  example: string,
  next: string,
): Recipe => ({
  args,
  example,
  write: (scaffold, given) => write(scaffold, given as { [K in keyof Names]: string }),
  next,
});

export const RECIPES: Readonly<Record<string, Recipe>> = {
  route: recipe(
    ['FEATURE', 'NAME', 'METHOD', 'PATH'],
    route,
    'checks countChecks GET /api/checks/count',
    'Fill the schemas, the example, the French summary and the use case; objects of a store belong to caller.ownerId. Proof: npm run unit -- functions tests/contract tests/attacks tests/infra, then npm test',
  ),
  page: recipe(
    ['FEATURE', 'NAME', 'PATH'],
    page,
    'checks latest /checks/latest',
    'Fill the page and its texts in both languages. Proof: npm run screens -- NAME, and look at the pictures',
  ),
  schedule: recipe(
    ['FEATURE', 'NAME', 'MINUTES'],
    schedule,
    'checks forgetChecks 60',
    'Fill the use case. Proof: npm run unit -- tests/infra tests/simulation',
  ),
  mail: recipe(
    ['ABOUT', 'TEMPLATE'],
    mail,
    'account welcome',
    'Fill its parameters and texts, and send it by mailQueue. Proof: npm run unit -- functions/mail tests/contract',
  ),
  event: recipe(
    ['FEATURE', 'TYPE'],
    event,
    'lists list.renamed',
    'Fill its data and both labels, and write it in the transaction of its fact, with the grants `telling` of infra/features/lists.ts. Proof: npm run unit -- functions/webhooks packages tests/infra',
  ),
  alarm: recipe(
    ['WORKER', 'NAME'],
    alarm,
    'billing vatNotCollected',
    'Log its line, the name in snake_case, by log.warn, and write the runbook. Proof: npm run unit -- tests/infra',
  ),
  setting: recipe(
    ['NAME'],
    setting,
    'CHECK_DAYS',
    'Give it a type, a default and its meaning. Proof: npm run unit -- tests/architecture/settings',
  ),
};
