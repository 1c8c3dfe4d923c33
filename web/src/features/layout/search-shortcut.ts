import { useEffect, useEffectEvent } from 'react';

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);

export const SEARCH_SHORTCUT = IS_APPLE ? '⌘K' : 'Ctrl+K';

/** Calls `find` on the keyboard shortcut, unless a dialog is open. */
export function useSearchShortcut(find: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    const hasModifier = IS_APPLE ? event.metaKey : event.ctrlKey;
    if (!hasModifier || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    if (!document.querySelector('dialog[open]')) find();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
