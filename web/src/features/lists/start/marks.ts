import { useState } from 'react';
import { useMe } from '../../../lib/me.ts';

/** What a new customer has done of the first steps, and does not want to see any more. */
export type Mark = 'check' | 'sample' | 'stepsClosed' | 'sampleClosed';

/** The marks of this customer in this browser, and what adds one. */
export function useMarks(): readonly [marks: string[], mark: (name: Mark) => void] {
  const key = `first-steps:${useMe().email}`;
  const [marks, setMarks] = useState(() => (localStorage.getItem(key) ?? '').split(' '));
  const mark = (name: Mark): void => {
    if (marks.includes(name)) return;
    localStorage.setItem(key, [...marks, name].join(' ').trim());
    setMarks([...marks, name]);
  };
  return [marks, mark];
}
