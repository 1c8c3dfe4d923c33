import type { RedocRawOptions } from 'redoc';

/** Redoc colours code for a dark ground only, so it stands on one in both themes. */
const NIGHT = {
  panel: '#1b2420',
  code: '#0c100e',
  ink: '#eaeee9',
  valid: '#6fcb8d',
  invalid: '#f4938a',
  risky: '#e9b35c',
  info: '#86bdea',
};

/** Grounds of the white names of methods. */
const METHODS = { get: '#1f5a8a', post: '#1b6e3c', delete: '#a92b22' };

/** Redoc's theme from the colours and fonts of tokens.css. */
export function redocTheme(): RedocRawOptions['theme'] {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const [ink, muted, surface] = [token('ink'), token('muted'), token('surface')];
  const [sunken, line, pine, tint] = [
    token('sunken'),
    token('line'),
    token('pine'),
    token('pine-tint'),
  ];
  const tone = (name: 'valid' | 'invalid' | 'risky' | 'info') => ({
    color: token(name),
    backgroundColor: token(`${name}-tint`),
    tabTextColor: NIGHT[name],
  });
  const full = (name: string) => ({
    main: token(name),
    light: token(`${name}-tint`),
    dark: token(name),
    contrastText: surface,
  });
  const item = { activeBackgroundColor: tint, activeTextColor: pine, textTransform: 'none' };
  return {
    spacing: { sectionVertical: 24 },
    colors: {
      primary: { main: pine, light: tint, dark: pine, contrastText: token('on-pine') },
      success: full('valid'),
      warning: full('risky'),
      error: full('invalid'),
      gray: { 50: sunken, 100: line },
      border: { light: line, dark: token('ctl') },
      text: { primary: ink, secondary: muted },
      responses: {
        success: tone('valid'),
        error: tone('invalid'),
        redirect: tone('risky'),
        info: tone('info'),
      },
      http: METHODS,
    },
    schema: {
      linesColor: line,
      typeNameColor: muted,
      typeTitleColor: muted,
      requireLabelColor: token('invalid'),
      nestedBackground: sunken,
      arrow: { color: muted },
    },
    typography: {
      fontSize: '15px',
      lineHeight: '1.6',
      fontFamily: token('text'),
      smoothing: 'auto',
      optimizeSpeed: false,
      headings: { fontFamily: token('heading'), fontWeight: '600', lineHeight: '1.3' },
      code: {
        fontFamily: token('mono'),
        fontSize: '13px',
        lineHeight: '1.55',
        color: ink,
        backgroundColor: sunken,
        wrap: true,
      },
      links: {
        color: pine,
        visited: pine,
        hover: token('pine-hover'),
        textDecoration: 'underline',
        hoverTextDecoration: 'underline',
      },
    },
    sidebar: {
      width: '272px',
      backgroundColor: surface,
      textColor: ink,
      activeTextColor: pine,
      groupItems: item,
      level1Items: item,
      arrow: { color: muted },
    },
    rightPanel: {
      backgroundColor: NIGHT.panel,
      textColor: NIGHT.ink,
      width: '40%',
      servers: {
        overlay: { backgroundColor: surface, textColor: ink },
        url: { backgroundColor: sunken },
      },
    },
    codeBlock: { backgroundColor: NIGHT.code },
    fab: { backgroundColor: surface, color: pine },
  };
}
