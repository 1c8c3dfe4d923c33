import { useState } from 'react';
import { useMe } from '../../../lib/me.ts';

export type Flag = 'check' | 'sample' | 'stepsClosed' | 'sampleClosed';

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
