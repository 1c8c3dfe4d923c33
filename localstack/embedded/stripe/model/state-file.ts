import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { emptyState } from './state.ts';
import type { State } from './state.ts';

export interface StateFile {
  readonly state: State;
  /** Resolves when what the state is now is on disk. */
  save(): Promise<void>;
}

/**
 * The state in one JSON file, replaced as a whole. Several calls of `save` share one write.
 * @param path undefined to keep it in memory only
 * @throws SyntaxError when the file is no JSON
 */
export function openState(path: string | undefined): StateFile {
  const state = { ...emptyState(), ...(path !== undefined && read(path)) };
  if (path === undefined) return { state, save: () => Promise.resolve() };

  const write = async (): Promise<void> => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.draft`, JSON.stringify(state), { mode: 0o600 });
    await rename(`${path}.draft`, path);
  };
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return {
    state,
    save() {
      // A write that has begun may lack the latest change; the one after it has it.
      next ??= running
        .catch(() => {})
        .then(() => {
          next = undefined;
          running = write();
          return running;
        });
      return next;
    },
  };
}

function read(path: string): Partial<State> {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}
