import { existsSync, readFileSync } from 'node:fs';
import { replaceFile } from '../../services/replace-file.ts';
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
  return { state, save: () => replaceFile(path, JSON.stringify(state)) };
}
