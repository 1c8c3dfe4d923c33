import { type Browser, launch, type Page } from 'puppeteer-core';

/** Where Debian's Firefox is, which install.sh beside this file installs. */
const FIREFOX = '/usr/bin/firefox-esr';
/** Where Firefox keeps downloads: a folder named by `browser.download.dir`. */
const NAMED_FOLDER = 2;

/** Starts a Firefox that asks for English and saves what it downloads in a folder. */
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

/** What somebody does on a page. Everything is found by its role and name, and waited for. */
export interface PageUser {
  press(button: string): Promise<void>;
  follow(link: string): Promise<void>;
  tick(checkbox: string): Promise<void>;
  fill(label: string, value: string): Promise<void>;
  /** Waits for an element. */
  see(role: string, name: string): Promise<void>;
  /** Waits for a text, or a part of one. */
  read(text: string): Promise<void>;
}

/** An element of a role by its name. A plain string: as a type, the compiler would parse it. */
export const byRole = (role: string, name: string): string =>
  `::-p-aria([name="${name}"][role="${role}"])`;

/** A field by its label, which the browser takes as its name; a password has no role. */
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
