import type { ReactNode } from 'react';
import styles from './tiles.module.css';

/** A figure with a caption and a chart; has no members while loading. */
export interface Tile {
  title?: string;
  figure?: string;
  text?: string;
  picture?: ReactNode;
}

/** Placeholders with the same height as loaded tiles. */
export const EMPTY_TILES: readonly Tile[] = [{}, {}, {}];

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
        {tiles.map(({ title, figure = '–', text, picture }, index) => (
          <div key={index} className={styles.tile}>
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
