import type { Page } from 'playwright-core';
import { LANGUAGES, type Language } from '../../../shared/model/account.ts';
import { en, fr } from '../../../web/src/testing/texts.ts';
import type { paths } from '../../../web/src/lib/paths.ts';
import type { Person } from './people.ts';

export const THEMES = ['light', 'dark'] as const;
/** A phone and a laptop, in CSS pixels. */
export const WIDTHS = [375, 1280] as const;
export const HEIGHT = 900;
export const [PHONE, LAPTOP] = WIDTHS;

const TEXTS = { en, fr };
export type Texts = (typeof TEXTS)[Language];

type State = 'loading' | 'empty' | 'filled' | 'error' | 'dialog';

/** Leads from the opened route to the screen, and waits until it is there. */
type Reach = (page: Page, texts: Texts) => Promise<unknown>;

/** The screen that shows a text. */
export const says =
  (textOf: (texts: Texts) => string): Reach =>
  (page, texts) =>
    page.getByText(textOf(texts)).waitFor();

interface Special {
  /** What fills in the parameters of the route's path. */
  readonly params?: Readonly<Record<string, string>>;
  /** What stands behind the path of the route in the address. */
  readonly query?: string;
  /** Prepares the page before the route is opened in it. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Requests without a response (`loading`) or with a response of 500 (`error`): a glob. */
  readonly without?: string;
  /** Only these, for a screen that others do not have. */
  readonly widths?: readonly (typeof WIDTHS)[number][];
  readonly reach: Reach;
}

/** One thing that a person may see: a route in one of its states. */
export interface Screen extends Special {
  readonly name: string;
  readonly route: keyof typeof paths;
  readonly state: State;
  readonly person: Person;
}

/** ROUTE-STATE, and a detail where a route has several screens in one state. */
type ScreenName = `${keyof typeof paths}-${State}${string}`;

/** What a person may see, by the names of the screens. */
export const screensOf = (
  person: Person,
  rows: Readonly<Record<ScreenName, Reach | Special>>,
): Screen[] =>
  Object.entries(rows).map(([name, row]) => {
    const [route, state] = name.split('-') as [Screen['route'], State];
    const special = typeof row === 'function' ? { reach: row } : row;
    return Object.assign({}, special, { name, route, state, person });
  });

/** How a screen is looked at. */
export interface View {
  readonly language: Language;
  readonly theme: (typeof THEMES)[number];
  readonly width: (typeof WIDTHS)[number];
}

export interface Shot {
  readonly screen: Screen;
  readonly view: View;
}

export const textsOf = (language: Language): Texts => TEXTS[language];

export const labelOf = ({ screen, view: { language, theme, width } }: Shot): string =>
  `${screen.name} ${language} ${theme} ${width}`;

/** Every view of a screen; the first differs from the last in everything, and so on inwards. */
const viewsOf = ({ widths = WIDTHS }: Screen): View[] =>
  widths.flatMap((width) =>
    LANGUAGES.flatMap((language) => THEMES.map((theme) => ({ language, theme, width }))),
  );

export const everyShot = (screens: readonly Screen[]): Shot[] =>
  screens.flatMap((screen) => viewsOf(screen).map((view) => ({ screen, view })));

/** One view of each screen, in one theme; over eight turns every screen in every view. */
export const shotsOfTurn = (screens: readonly Screen[], turn: number): Shot[] =>
  screens.flatMap((screen, place) => {
    const theme = THEMES[turn % THEMES.length];
    const views = viewsOf(screen).filter((view) => view.theme === theme);
    const view = views[(place + Math.floor(turn / THEMES.length)) % views.length];
    return view ? [{ screen, view }] : [];
  });

/** Another turn each day, or the one that SCREENS_TURN names; it is printed. */
export function chosenTurn(): number {
  const DAY_MS = 24 * 3600 * 1000;
  const turn = Number(process.env['SCREENS_TURN'] ?? Math.floor(Date.now() / DAY_MS));
  console.log(`SCREENS_TURN=${turn}`);
  return turn;
}

/**
 * Two opposite views of each screen, another two for the next one: every screen in every language,
 * theme and width, and over a few screens every combination of two of these.
 */
export const pairwiseShots = (screens: readonly Screen[]): Shot[] =>
  screens.flatMap((screen, place) => {
    const views = viewsOf(screen);
    const chosen = place % (views.length / 2);
    return [chosen, views.length - 1 - chosen].flatMap((each) => {
      const view = views[each];
      return view ? [{ screen, view }] : [];
    });
  });
