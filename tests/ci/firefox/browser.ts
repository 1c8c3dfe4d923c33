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

/** The return type is `string`, because Puppeteer would try to parse a literal type. */
export const byRole = (role: string, name: string): string =>
  `::-p-aria([name="${name}"][role="${role}"])`;

/** Creates a selector for a field by its label, because a password field has no role. */
const byLabel = (label: string): string =>
  `::-p-xpath(//input[@aria-label="${label}" or @id=//label[normalize-space()="${label}"]/@for])`;

const byText = (text: string): string => `::-p-text(${text})`;

export type PageUser = ReturnType<typeof createPageUser>;

/** Actions of a user on a page. Elements are found by role and name, and awaited. */
export function createPageUser(page: Page) {
  return {
    press: (button: string) => page.locator(byRole('button', button)).click(),
    follow: (link: string) => page.locator(byRole('link', link)).click(),
    tick: (checkbox: string) => page.locator(byRole('checkbox', checkbox)).click(),
    fill: (label: string, value: string) => page.locator(byLabel(label)).fill(value),
    see: async (role: string, name: string) => void (await page.locator(byRole(role, name)).wait()),
    read: async (text: string) => void (await page.locator(byText(text)).wait()),
  };
}
