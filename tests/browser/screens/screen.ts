import type { Page } from 'playwright-core';
import { LANGUAGES, type Language } from '../../../shared/model/account.ts';
import { en } from '../../../web/src/i18n/en.ts';
import { fr } from '../../../web/src/i18n/fr.ts';
import type { paths } from '../../../web/src/lib/paths.ts';
import type { Person } from './people.ts';

export const THEMES = ['light', 'dark'] as const;
/** A phone and a laptop, in CSS pixels. */
export const WIDTHS = [375, 1280] as const;
export const HEIGHT = 900;
export const [PHONE, LAPTOP] = WIDTHS;

const TEXTS = { en, fr };
export type Texts = (typeof TEXTS)[Language];

/** One thing that a person may see: a route in one of its states. */
export interface Screen {
  readonly route: keyof typeof paths;
  readonly state: 'loading' | 'empty' | 'filled' | 'error' | 'dialog';
  /** Tells it from other screens of the same route and state. */
  readonly detail?: string;
  readonly person: Person;
  /** What fills in the parameters of the route's path. */
  readonly params?: Readonly<Record<string, string>>;
  /** What stands behind the path of the route in the address. */
  readonly query?: string;
  /** Requests that are never answered (`loading`) or answered with 500 (`error`): a glob. */
  readonly without?: string;
  /** Only these, for a screen that others do not have. */
  readonly widths?: readonly (typeof WIDTHS)[number][];
  /** Leads from the opened route to the screen, and waits until it is there. */
  readonly reach: (page: Page, texts: Texts) => Promise<unknown>;
}

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

export const nameOf = ({ route, state, detail }: Screen): string =>
  [route, state, ...(detail === undefined ? [] : [detail])].join('-');

export const labelOf = ({ screen, view: { language, theme, width } }: Shot): string =>
  `${nameOf(screen)} ${language} ${theme} ${width}`;

/** Every view of a screen; the first differs from the last in everything, and so on inwards. */
const viewsOf = ({ widths = WIDTHS }: Screen): View[] =>
  widths.flatMap((width) =>
    LANGUAGES.flatMap((language) => THEMES.map((theme) => ({ language, theme, width }))),
  );

export const everyShot = (screens: readonly Screen[]): Shot[] =>
  screens.flatMap((screen) => viewsOf(screen).map((view) => ({ screen, view })));

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
