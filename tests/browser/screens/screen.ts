import type { Page } from 'playwright-core';
import { LANGUAGES, type Language } from '../../../shared/model/account.ts';
import { en, fr } from '../../../web/src/testing/texts.ts';
import type { paths } from '../../../web/src/lib/paths.ts';
import type { Persona } from './people.ts';

export const THEMES = ['light', 'dark'] as const;
/** Widths of a phone and a laptop, in CSS pixels. */
export const VIEWPORT_WIDTHS = [375, 1280] as const;
export const VIEWPORT_HEIGHT = 900;
export const [PHONE, LAPTOP] = VIEWPORT_WIDTHS;

const TEXTS = { en, fr };
export type ScreenTexts = (typeof TEXTS)[Language];

type State = 'loading' | 'empty' | 'filled' | 'error' | 'dialog';

/** Goes from the opened route to the screen, and waits until it appears. */
type Reach = (page: Page, texts: ScreenTexts) => Promise<unknown>;

export const waitForText =
  (textOf: (texts: ScreenTexts) => string): Reach =>
  (page, texts) =>
    page.getByText(textOf(texts)).waitFor();

interface Special {
  readonly params?: Readonly<Record<string, string>>;
  /** Query and fragment of the URL. */
  readonly query?: string;
  readonly prepare?: (page: Page) => Promise<void>;
  /** Glob of requests that get no response (`loading`) or a 500 response (`error`). */
  readonly without?: string;
  /** Widths at which the screen exists; all by default. */
  readonly widths?: readonly (typeof VIEWPORT_WIDTHS)[number][];
  readonly reach: Reach;
}

/** A screen as one persona sees it: a route in one of its states. */
export interface Screen extends Special {
  readonly name: string;
  readonly route: keyof typeof paths;
  readonly state: State;
  readonly persona: Persona;
}

/** ROUTE-STATE, plus a detail if a route has several screens in one state. */
type ScreenName = `${keyof typeof paths}-${State}${string}`;

export const createScreens = (
  persona: Persona,
  rows: Readonly<Record<ScreenName, Reach | Special>>,
): Screen[] =>
  Object.entries(rows).map(([name, row]) => {
    const [route, state] = name.split('-') as [Screen['route'], State];
    const special = typeof row === 'function' ? { reach: row } : row;
    return Object.assign({}, special, { name, route, state, persona });
  });

export interface ScreenView {
  readonly language: Language;
  readonly theme: (typeof THEMES)[number];
  readonly width: (typeof VIEWPORT_WIDTHS)[number];
}

export interface Shot {
  readonly screen: Screen;
  readonly view: ScreenView;
}

export const textsOf = (language: Language): ScreenTexts => TEXTS[language];

export const labelOf = ({ screen, view: { language, theme, width } }: Shot): string =>
  `${screen.name} ${language} ${theme} ${width}`;

/**
 * Returns every view of a screen, ordered so that the first and the last differ in every setting,
 * as do the second and the second to last, and so on.
 */
const viewsOf = ({ widths = VIEWPORT_WIDTHS }: Screen): ScreenView[] =>
  widths.flatMap((width) =>
    LANGUAGES.flatMap((language) => THEMES.map((theme) => ({ language, theme, width }))),
  );

export const createAllShots = (screens: readonly Screen[]): Shot[] =>
  screens.flatMap((screen) => viewsOf(screen).map((view) => ({ screen, view })));

/** Returns one view of each screen; eight rotations cover every screen in every view. */
export const createShotsForRotation = (screens: readonly Screen[], rotation: number): Shot[] =>
  screens.flatMap((screen, place) => {
    const theme = THEMES[rotation % THEMES.length];
    const views = viewsOf(screen).filter((view) => view.theme === theme);
    const view = views[(place + Math.floor(rotation / THEMES.length)) % views.length];
    return view ? [{ screen, view }] : [];
  });

/**
 * Returns the number of the rotation: SCREENS_TURN, or by default a different number each day.
 * Prints the number, so that a failure can be reproduced.
 */
export function getCurrentRotation(): number {
  const DAY_MS = 24 * 3600 * 1000;
  const rotation = Number(process.env['SCREENS_TURN'] ?? Math.floor(Date.now() / DAY_MS));
  console.log(`SCREENS_TURN=${rotation}`);
  return rotation;
}

/**
 * Returns two opposite views of each screen, and two others for the next screen. Each screen thus
 * has every language, theme and width, and a few consecutive screens have every pair of these
 * settings.
 */
export const createPairwiseShots = (screens: readonly Screen[]): Shot[] =>
  screens.flatMap((screen, place) => {
    const views = viewsOf(screen);
    const chosen = place % (views.length / 2);
    return [chosen, views.length - 1 - chosen].flatMap((each) => {
      const view = views[each];
      return view ? [{ screen, view }] : [];
    });
  });
