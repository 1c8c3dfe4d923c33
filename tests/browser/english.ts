import i18next from 'i18next';
import { en } from '../../web/src/testing/texts.ts';

/** The English text of a key. */
export const t = await i18next.init({
  lng: 'en',
  resources: { en: { app: en } },
  defaultNS: 'app',
});
