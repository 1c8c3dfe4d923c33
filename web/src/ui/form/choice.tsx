import type { ReactNode } from 'react';
import styles from './choice.module.css';

interface Props<T extends string> {
  label: string;
  options: readonly Option<T>[];
  chosen: T;
  onChoose: (value: T) => void;
}

interface Option<T extends string> {
  value: T;
  name: string;
  /** Shown instead of the name, which remains the accessible name and the tooltip. */
  short?: ReactNode;
  lang?: string;
}

export function SegmentedControl<T extends string>({ label, options, chosen, onChoose }: Props<T>) {
  return (
    <div role="group" aria-label={label} className={styles.group}>
      {options.map(({ value, name, short, lang }) => (
        <button
          key={value}
          type="button"
          lang={lang}
          {...(short !== undefined && { 'aria-label': name, title: name })}
          aria-pressed={chosen === value}
          className={styles.option}
          onClick={() => onChoose(value)}
        >
          {short ?? name}
        </button>
      ))}
    </div>
  );
}
