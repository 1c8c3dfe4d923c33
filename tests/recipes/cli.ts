import { createScaffold, RecipeError } from './scaffold.ts';
import { RECIPES } from './recipes.ts';

/** `npm run new`: writes the files of a recipe of CONTRIBUTING.md, ready to fill. */

const USAGE = `npm run new -- RECIPE ARGUMENT…

${Object.entries(RECIPES)
  .map(
    ([name, { args, example }]) =>
      `  ${name} ${args.join(' ')}\n      npm run new -- ${name} ${example}`,
  )
  .join('\n')}`;

const [name = '', ...given] = process.argv.slice(2);
const recipe = Object.hasOwn(RECIPES, name) ? RECIPES[name] : undefined;
if (recipe?.args.length !== given.length) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  try {
    const scaffold = createScaffold(process.cwd());
    recipe.write(scaffold, given);
    console.log(`${(await scaffold.save()).map((path) => `  ${path}`).join('\n')}\n${recipe.next}`);
  } catch (error) {
    if (!(error instanceof RecipeError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
