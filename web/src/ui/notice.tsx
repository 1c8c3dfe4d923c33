import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './notice.module.css';

export type Tone = 'valid' | 'invalid' | 'risky' | 'unknown' | 'info';

export const toneIcons: Record<Tone, IconName> = {
  valid: 'check',
  invalid: 'cross',
  risky: 'warning',
  unknown: 'question',
  info: 'envelope',
};

export function Notice({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <div className={styles.notice} data-tone={tone}>
      <Icon name={toneIcons[tone]} />
      <div className={styles.text}>{children}</div>
    </div>
  );
}
