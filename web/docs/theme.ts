import type { RedocRawOptions } from 'redoc';

/** Redoc's theme from the colours and fonts of tokens.css. */
export function redocTheme(): RedocRawOptions['theme'] {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const [ink, muted, paper, surface] = [
    token('ink'),
    token('muted'),
    token('paper'),
    token('surface'),
  ];
  const [sunken, line, pine, tint] = [
    token('sunken'),
    token('line'),
    token('pine'),
    token('pine-tint'),
  ];
  const tone = (name: string) => ({
    color: token(name),
    backgroundColor: token(`${name}-tint`),
    tabTextColor: token(name),
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
      http: {
        get: token('info'),
        post: token('valid'),
        delete: token('invalid'),
      },
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
      backgroundColor: sunken,
      textColor: ink,
      width: '42%',
      servers: {
        overlay: { backgroundColor: surface, textColor: ink },
        url: { backgroundColor: paper },
      },
    },
    codeBlock: { backgroundColor: surface },
    fab: { backgroundColor: surface, color: pine },
  };
}
