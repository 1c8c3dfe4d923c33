import { ENTRY_POINTS } from './import-rules.ts';

interface Module {
  readonly source: string;
  readonly dependencies: readonly { readonly resolved: string }[];
}

/**
 * Returns the folder of a file. An entry point counts as a separate folder, because its folder
 * never imports it.
 */
const folderOf = (path: string): string =>
  new RegExp(ENTRY_POINTS).test(path) ? path : path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Finds groups of folders that import each other. A subfolder is not part of its parent. */
export function findFolderCycles(modules: readonly Module[]): string[][] {
  const below = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    const from = folderOf(source);
    const to = dependencies.map(({ resolved }) => folderOf(resolved));
    below.set(from, new Set([...(below.get(from) ?? []), ...to.filter((each) => each !== from)]));
  }
  const reached = (start: string): Set<string> => {
    const found = new Set<string>();
    const waiting = [start];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      for (const each of below.get(next) ?? [])
        if (!found.has(each)) {
          found.add(each);
          waiting.push(each);
        }
    return found;
  };
  const reach = new Map([...below.keys()].map((folder) => [folder, reached(folder)]));
  const groups = [...reach].flatMap(([folder, all]) =>
    all.has(folder) ? [[...all].filter((each) => reach.get(each)?.has(folder)).toSorted()] : [],
  );
  return [...new Map(groups.map((group) => [group.join(), group])).values()].toSorted();
}
