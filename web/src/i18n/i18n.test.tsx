import i18next from 'i18next';
import { beforeAll, expect, it, vi } from 'vitest';
import { chooseLanguage, currentLanguage, loadTexts, startI18n } from './i18n.ts';

const network = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock('./visitor/fr.ts', async (importOriginal) => {
  await network.promise;
  return importOriginal();
});

beforeAll(async () => {
  document.documentElement.lang = 'en';
  await startI18n();
});

it('has the texts of a page that was opened while another language was loading', async () => {
  const choosing = chooseLanguage('fr');
  await loadTexts('usage');
  network.resolve();
  await choosing;
  expect(currentLanguage()).toBe('fr');
  expect(i18next.t('usage.view.day')).toBe('Jour par jour');
});

it('keeps the language that was chosen last, even while another one is loading', async () => {
  const choosing = chooseLanguage('en');
  await chooseLanguage('fr');
  await choosing;
  expect(currentLanguage()).toBe('fr');
  expect(i18next.language).toBe('fr');
});
