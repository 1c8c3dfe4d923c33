import type { ReactNode } from 'react';
import styles from './tiles.module.css';

/** A figure with a line of words and a picture; empty while they are loading. */
export interface Tile {
  title?: string;
  figure?: string;
  text?: string;
  picture?: ReactNode;
}

/** What stands there before anything has loaded, as high as what comes. */
export const EMPTY_TILES: readonly Tile[] = [{}, {}, {}];

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
        {tiles.map(({ title, figure = '–', text, picture }, place) => (
          <div key={place} className={styles.tile}>
            <dt>{title}</dt>
            <dd className={styles.figure}>{figure}</dd>
            <dd className="small">{text}</dd>
            <dd className={styles.line}>{picture}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.table}>{children}</div>
    </section>
  );
}
