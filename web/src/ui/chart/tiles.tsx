import type { ReactNode } from 'react';
import styles from './tiles.module.css';

/** A figure with a line of words and a picture; empty while they are loading. */
export interface Tile {
  name: string;
  title?: string;
  figure?: string;
  text?: string;
  picture?: ReactNode;
}

/** What stands there before anything has loaded, as high as what comes. */
export const EMPTY_TILES: readonly Tile[] = [{ name: '1' }, { name: '2' }, { name: '3' }];

/** Tiles in a panel, of the same height whether they are filled or not. */
export function Tiles({
  label,
  tiles,
  children,
}: {
  label?: string;
  tiles: readonly Tile[];
  children?: ReactNode;
}) {
  return (
    <section
      className="panel"
      {...(label === undefined ? { 'aria-hidden': true } : { 'aria-label': label })}
    >
      <dl className={styles.tiles}>
        {tiles.map(({ name, title, figure = '–', text, picture }) => (
          <div key={name} className={styles.tile}>
            <dt>{title}</dt>
            <dd className={styles.figure}>{figure}</dd>
            <dd className={`small ${styles.text}`}>{text}</dd>
            <dd className={styles.line}>{picture}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.table}>{children}</div>
    </section>
  );
}
