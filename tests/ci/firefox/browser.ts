import { type Browser, launch, type Page } from 'puppeteer-core';

/** Debian's Firefox, which the neighboring install.sh installs. */
const FIREFOX = '/usr/bin/firefox-esr';
/** Makes Firefox save downloads in the folder `browser.download.dir`. */
const NAMED_FOLDER = 2;

/** Starts a Firefox that requests English and saves downloads in a folder. */
export const startFirefox = (downloads: string): Promise<Browser> =>
  launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    extraPrefsFirefox: {
      'browser.download.dir': downloads,
      'browser.download.folderList': NAMED_FOLDER,
      'intl.accept_languages': 'en',
    },
  });

/** A user's actions on a page. Elements are found by role and name, and awaited. */
export interface PageUser {
  press(button: string): Promise<void>;
  follow(link: string): Promise<void>;
  tick(checkbox: string): Promise<void>;
  fill(label: string, value: string): Promise<void>;
  /** Waits for an element. */
  see(role: string, name: string): Promise<void>;
  /** Waits for a text that contains this one. */
  read(text: string): Promise<void>;
}

/** An element by role and name. A plain string: as a type, the compiler would parse it. */
export const byRole = (role: string, name: string): string =>
  `::-p-aria([name="${name}"][role="${role}"])`;

/** A field by its label, which is its accessible name; a password field has no role. */
const byLabel = (label: string): string =>
  `::-p-xpath(//input[@aria-label="${label}" or @id=//label[normalize-space()="${label}"]/@for])`;

const byText = (text: string): string => `::-p-text(${text})`;

export function userOf(page: Page): PageUser {
  return {
    press: (button) => page.locator(byRole('button', button)).click(),
    follow: (link) => page.locator(byRole('link', link)).click(),
    tick: (checkbox) => page.locator(byRole('checkbox', checkbox)).click(),
    fill: (label, value) => page.locator(byLabel(label)).fill(value),
    see: async (role, name) => void (await page.locator(byRole(role, name)).wait()),
    read: async (text) => void (await page.locator(byText(text)).wait()),
  };
}
