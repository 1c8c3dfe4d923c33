import { type Browser, launch, type Page } from 'puppeteer-core';

/** Debian's Firefox, installed by install.sh in this folder. */
const FIREFOX = '/usr/bin/firefox-esr';
/**
 * Value of `browser.download.folderList` that saves downloads to the folder `browser.download.dir`.
 */
const NAMED_FOLDER = 2;

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

/** Actions of a user on a page. Elements are found by role and name, and awaited. */
export interface PageUser {
  press(button: string): Promise<void>;
  follow(link: string): Promise<void>;
  tick(checkbox: string): Promise<void>;
  fill(label: string, value: string): Promise<void>;
  see(role: string, name: string): Promise<void>;
  read(text: string): Promise<void>;
}

/** The return type is `string`, because Puppeteer would try to parse a literal type. */
export const byRole = (role: string, name: string): string =>
  `::-p-aria([name="${name}"][role="${role}"])`;

/** Creates a selector for a field by its label, because a password field has no role. */
const byLabel = (label: string): string =>
  `::-p-xpath(//input[@aria-label="${label}" or @id=//label[normalize-space()="${label}"]/@for])`;

const byText = (text: string): string => `::-p-text(${text})`;

export function createPageUser(page: Page): PageUser {
  return {
    press: (button) => page.locator(byRole('button', button)).click(),
    follow: (link) => page.locator(byRole('link', link)).click(),
    tick: (checkbox) => page.locator(byRole('checkbox', checkbox)).click(),
    fill: (label, value) => page.locator(byLabel(label)).fill(value),
    see: async (role, name) => void (await page.locator(byRole(role, name)).wait()),
    read: async (text) => void (await page.locator(byText(text)).wait()),
  };
}
