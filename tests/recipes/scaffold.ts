import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { kebab } from '../../infra/features/feature.ts';

/** A recipe cannot be carried out as it was asked for; nothing was written. */
export class RecipeError extends Error {}

/** Collects the files that a recipe writes into a checkout. */
export function createScaffold(root: string) {
  const changed = new Map<string, string>();
  const read = (path: string): string | undefined => {
    const file = join(root, path);
    return changed.get(path) ?? (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
  };
  const need = (path: string): string => {
    const text = read(path);
    if (text === undefined) {
      const beside = existsSync(join(root, dirname(path)))
        ? readdirSync(join(root, dirname(path)))
        : [];
      const others = beside.filter((name) => extname(name) === extname(path));
      throw new RecipeError(`There is no ${path}; there are ${others.join(', ')}.`);
    }
    return text;
  };
  return {
    exists: (path: string): boolean => read(path) !== undefined,

    has: (path: string, pattern: RegExp): boolean => pattern.test(need(path)),

    /** What the group of a pattern matches in a file. */
    find(path: string, pattern: RegExp): string {
      const [, found] = pattern.exec(need(path)) ?? [];
      if (found === undefined) throw new RecipeError(`${path} has no ${pattern.source}.`);
      return found;
    },

    /** @throws {RecipeError} when the file is there */
    write(path: string, text: string): void {
      if (read(path) !== undefined) throw new RecipeError(`${path} is there already.`);
      changed.set(path, text);
    },

    /**
     * Adds text behind the first place that `anchor` matches.
     * @throws {RecipeError} when there is no such file or place
     */
    insert(path: string, anchor: RegExp, text: string): void {
      const before = need(path);
      const match = anchor.exec(before);
      if (!match) throw new RecipeError(`${path} has no ${anchor.source}.`);
      const at = match.index + match[0].length;
      changed.set(path, before.slice(0, at) + text + before.slice(at));
    },

    /** Writes all of it, formatted. Returns the paths. */
    async save(): Promise<readonly string[]> {
      for (const [path, text] of changed) {
        const file = join(root, path);
        const options = { ...(await resolveConfig(file)), filepath: file };
        const formatted = await format(text, options);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, formatted);
      }
      return [...changed.keys()];
    },
  };
}

/** @throws {RecipeError} unless the name is written like `forgetChecks` */
export function needCamelCase(name: string): void {
  if (!/^[a-z][a-zA-Z0-9]*$/.test(name))
    throw new RecipeError(`${name} is to be written like this: forgetChecks`);
}

export type Scaffold = ReturnType<typeof createScaffold>;

/** `forgetChecks` and `forget-checks` → `Forget checks`. */
export function sentence(name: string): string {
  const text = kebab(name).replaceAll(/[-_]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
/** `low-credits` → `LowCredits`. */
export const pascal = (name: string): string =>
  name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
/** `list-renamed` → `listRenamed`. */
export const camel = (name: string): string =>
  pascal(name).replace(/^./, (letter) => letter.toLowerCase());
