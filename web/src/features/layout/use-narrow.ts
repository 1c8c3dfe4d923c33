import { useState } from 'react';

const STORAGE_KEY = 'sidebar';
const NARROW = 'narrow';

/** Whether the sidebar is collapsed; the browser remembers it. */
export function useNarrow(): [boolean, (narrow: boolean) => void] {
  const [narrow, setNarrow] = useState(() => localStorage.getItem(STORAGE_KEY) === NARROW);
  return [
    narrow,
    (next) => {
      localStorage.setItem(STORAGE_KEY, next ? NARROW : 'wide');
      setNarrow(next);
    },
  ];
}
