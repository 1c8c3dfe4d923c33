import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { ExternalLink } from './external-link.tsx';
import styles from './tabs.module.css';

interface Props {
  label: string;
  tabs: readonly Tab[];
  /** Index of the selected tab. */
  chosen: number;
  onChoose: (position: number) => void;
  /** Whether to omit the card, because the content has its own. */
  withoutCard?: boolean;
}

interface Tab {
  name: string;
  title: string;
  content: ReactNode;
}

interface LinkProps {
  label: string;
  links: readonly { path: string; label: string; newTab: boolean }[];
}

/** Links to pages that look like tabs. */
export function TabLinks({ label: name, links }: LinkProps) {
  if (links.length === 0) return null;
  return (
    <nav aria-label={name} className={`unprinted ${styles.list} ${styles.links}`}>
      {links.map(({ path, label, newTab }) =>
        newTab ? (
          <ExternalLink key={path} href={path}>
            {label}
          </ExternalLink>
        ) : (
          <NavLink key={path} to={path}>
            {label}
          </NavLink>
        ),
      )}
    </nav>
  );
}

/** Arrow keys, Home and End select a tab. Hidden tabs remain mounted to keep their state. */
export function Tabs({ label, tabs, chosen, onChoose, withoutCard = false }: Props) {
  const id = useId();
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const last = tabs.length - 1;
    const moves: Readonly<Record<string, number>> = {
      ArrowLeft: chosen === 0 ? last : chosen - 1,
      ArrowRight: chosen === last ? 0 : chosen + 1,
      Home: 0,
      End: last,
    };
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next);
    buttons.current[next]?.focus();
  };

  return (
    <div className={withoutCard ? styles.bare : styles.card}>
      <div
        role="tablist"
        aria-label={label}
        className={`unprinted ${styles.list}`}
        onKeyDown={onKeyDown}
      >
        {tabs.map(({ name, title }, index) => (
          <button
            key={name}
            ref={(button) => {
              buttons.current[index] = button;
            }}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            className={styles.tab}
            aria-selected={index === chosen}
            aria-controls={`${id}-${name}-panel`}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => onChoose(index)}
          >
            {title}
          </button>
        ))}
      </div>
      {tabs.map(({ name, content }, index) => (
        <div
          key={name}
          role="tabpanel"
          id={`${id}-${name}-panel`}
          className={styles.panel}
          aria-labelledby={`${id}-${name}`}
          hidden={index !== chosen}
        >
          {content}
        </div>
      ))}
    </div>
  );
}
