import styles from './icon.module.css';

/** SVG paths on a 16 × 16 grid, drawn with a constant stroke width. */
const outlines = {
  check: 'M3 8.5 6.5 12 13 4.5',
  cross: 'M4 4l8 8M12 4l-8 8',
  plus: 'M8 3v10M3 8h10',
  warning: 'M8 2.5 14.5 13.5h-13zM8 6.5v3M8 11.6v.1',
  question: 'M5.8 6a2.3 2.3 0 1 1 3.4 2c-.8.4-1.2.9-1.2 1.7M8 12.6v.1',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  tray: 'M8 2v7M5 6.2 8 9.2l3-3M2.5 10v3.5h11V10',
  trash: 'M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.7 9h6.6l.7-9M6.7 7v4M9.3 7v4',
  pencil: 'M10.8 2.5l2.7 2.7-8 8-3.3.6.6-3.3zM9 4.3 11.7 7',
  envelope: 'M2 3.5h12v9H2zM2 4.5 8 9l6-4.5',
  logout: 'M6 2.5H2.5v11H6M6.5 8h7M10.8 5.2 13.5 8l-2.7 2.8',
  help: 'M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8M6.3 6.3a1.7 1.7 0 1 1 2.5 1.5c-.6.3-.8.6-.8 1.2M8 11.3v.1',
  info: 'M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8M8 7.2v4M8 4.8v.1',
  key: 'M10 2.3a3.7 3.7 0 1 1 0 7.4 3.7 3.7 0 0 1 0-7.4M7.3 8.7 2 14M4.2 11.8l1.8 1.8',
  people:
    'M6 2.5a2.4 2.4 0 1 1 0 4.8 2.4 2.4 0 0 1 0-4.8M1.5 13.5c0-2.6 1.8-4 4.5-4s4.5 1.4 4.5 4M10.5 2.7a2.4 2.4 0 0 1 0 4.4M12 9.8c1.6.5 2.5 1.8 2.5 3.7',
  code: 'M5 4.5 1.5 8 5 11.5M11 4.5 14.5 8 11 11.5M9 3 7 13',
  settings:
    'M2 4.5h6M12 4.5h2M10 2.7a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6M14 11.5H8M4 11.5H2M6 9.7a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6',
  receipt: 'M3.5 1.8h9v12.4l-2.2-1.5L8 14.2l-2.3-1.5-2.2 1.5zM6 5.5h4M6 8.5h4',
  usage: 'M2.5 13.5h11M4.5 11V8M8 11V3M11.5 11V5.5',
  plug: 'M5.5 1.8v3.7M10.5 1.8v3.7M3.5 5.5h9V8a4.5 4.5 0 0 1-9 0zM8 12.5v2',
  tag: 'M8.5 2H14v5.5L7.5 14 2 8.5zM11 5v.1',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  chat: 'M2 2.5h12v8.5H7l-3 2.7v-2.7H2z',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  collapse: 'M10 4 6 8l4 4M3 3v10',
  expand: 'M6 4l4 4-4 4M13 3v10',
  previous: 'M10 3.5 5.5 8l4.5 4.5',
  next: 'M6 3.5 10.5 8 6 12.5',
  down: 'M3.5 6 8 10.5 12.5 6',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6',
  sun: 'M8 5.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6M8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M12.6 3.4l-.7.7M4.1 11.9l-.7.7',
  moon: 'M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7z',
  screen: 'M2 3h12v8H2zM5.5 13.5h5',
  link: 'M6.5 9.5l3-3M7.5 4.5l1.8-1.8a2.8 2.8 0 0 1 4 4L11.5 8.5M8.5 11.5l-1.8 1.8a2.8 2.8 0 0 1-4-4L4.5 7.5',
  external: 'M6.5 3H3v10h10V9.5M9.5 2.5h4v4M13.2 2.8 8 8',
  find: 'M7 2.3a4.7 4.7 0 1 1 0 9.4 4.7 4.7 0 0 1 0-9.4M10.4 10.4l3.3 3.3',
  text: 'M3.5 1.8h9v12.4h-9zM6 5h4M6 8h4M6 11h2.5',
  file: 'M4 1.8h5l3 3v9.4H4zM9 1.8v3h3',
  ring: 'M8 2a6 6 0 1 1-6 6',
} as const;

const GRID_UNITS = 16;
const LINE_WIDTH = 1.75;

export type IconName = keyof typeof outlines;

/**
 * A decorative icon: adjacent text or a label carries the meaning. `ring` spins unless the user
 * prefers reduced motion.
 */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      className={name === 'ring' ? styles.ring : undefined}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={(LINE_WIDTH * GRID_UNITS) / size}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={outlines[name]} />
    </svg>
  );
}
