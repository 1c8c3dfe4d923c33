import { useState } from 'react';
import { useMe } from '../../../lib/me.ts';

export type FirstStepsFlag = 'check' | 'sample' | 'stepsClosed' | 'sampleClosed';

export function useFirstStepsFlags(): readonly [
  flags: string[],
  setFlag: (name: FirstStepsFlag) => void,
] {
  const { account_id: account, account_role: role, email } = useMe();
  const key = `first-steps:${role === 'owner' ? email : account}`;
  const [flags, setFlags] = useState(() => (localStorage.getItem(key) ?? '').split(' '));
  const setFlag = (name: FirstStepsFlag): void => {
    if (flags.includes(name)) return;
    localStorage.setItem(key, [...flags, name].join(' ').trim());
    setFlags([...flags, name]);
  };
  return [flags, setFlag];
}
