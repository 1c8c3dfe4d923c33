import { useSyncExternalStore } from 'react';

/** Open modal dialogs, the topmost last. Everything outside of the topmost one is inert. */
let dialogs: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function update(next: readonly HTMLElement[]): void {
  dialogs = next;
  for (const listener of listeners) listener();
}

/** @returns a function to call when the dialog closes */
export function registerDialog(dialog: HTMLElement): () => void {
  update([...dialogs, dialog]);
  return () => update(dialogs.filter((each) => each !== dialog));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useTopDialog = (): HTMLElement | undefined =>
  useSyncExternalStore(subscribe, () => dialogs.at(-1));
