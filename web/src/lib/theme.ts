import { useSyncExternalStore } from 'react';

const STORAGE_KEY = 'theme';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const listeners = new Set<() => void>();
const darkSystem = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

function storedTheme(): Theme {
  const value = localStorage.getItem(STORAGE_KEY);
  return value === 'light' || value === 'dark' ? value : 'system';
}

function paint(): void {
  const theme = storedTheme();
  const dark = theme === 'dark' || (theme === 'system' && darkSystem().matches);
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
}

/** Keeps the page in step with the system for those who follow it. */
export function followSystemTheme(): void {
  darkSystem().addEventListener('change', paint);
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, theme);
  paint();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What the user chose, which is not what is on screen when it is the system's choice. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, storedTheme);
