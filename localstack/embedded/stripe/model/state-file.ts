import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type State, emptyState } from './state.ts';

export interface StateFile {
  readonly state: State;
  /** Writes what the state is now. */
  save(): void;
}

/**
 * The state in one JSON file, replaced as a whole.
 * @param path undefined to keep it in memory only
 * @throws SyntaxError when the file is no JSON
 */
export function openState(path: string | undefined): StateFile {
  if (path === undefined) return { state: emptyState(), save: () => undefined };
  const known = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  const state: State = { ...emptyState(), ...known };
  mkdirSync(dirname(path), { recursive: true });
  return {
    state,
    save() {
      writeFileSync(`${path}.draft`, JSON.stringify(state), { mode: 0o600 });
      renameSync(`${path}.draft`, path);
    },
  };
}
