import { useState } from 'react';
import { useMe } from '../../../lib/me.ts';

/** What a new customer has done of the first steps, and does not want to see any more. */
export type Flag = 'check' | 'sample' | 'stepsClosed' | 'sampleClosed';

/** The flags of this customer in this browser, and what adds one. */
export function useFlags(): readonly [flags: string[], setFlag: (name: Flag) => void] {
  const key = `first-steps:${useMe().email}`;
  const [flags, setFlags] = useState(() => (localStorage.getItem(key) ?? '').split(' '));
  const setFlag = (name: Flag): void => {
    if (flags.includes(name)) return;
    localStorage.setItem(key, [...flags, name].join(' ').trim());
    setFlags([...flags, name]);
  };
  return [flags, setFlag];
}
