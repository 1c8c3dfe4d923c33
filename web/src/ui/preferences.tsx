import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '../../../shared/model/account.ts';
import { chooseLanguage } from '../i18n/i18n.ts';
import { chooseTheme, THEMES, useTheme, type Theme } from '../lib/theme.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './preferences.module.css';

/** Each in its own language, so that its speakers can read it. */
const languageNames: Record<Language, string> = { en: 'English', fr: 'Français' };
const themeIcons: Record<Theme, IconName> = { system: 'screen', light: 'sun', dark: 'moon' };

/** Switches the language of the app. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  return (
    <div role="group" aria-label={t('common.preferences.language')} className={styles.group}>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-label={`${language.toUpperCase()} – ${languageNames[language]}`}
          aria-pressed={i18n.language === language}
          className={styles.option}
          onClick={() => void chooseLanguage(language)}
        >
          {language.toUpperCase()}
        </button>
      ))}
    </div>
  );
}

/** Switches the theme: as the system, light or dark. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const chosen = useTheme();
  return (
    <div role="group" aria-label={t('common.preferences.theme')} className={styles.group}>
      {THEMES.map((theme) => (
        <button
          key={theme}
          type="button"
          aria-label={t(`common.preferences.${theme}`)}
          title={t(`common.preferences.${theme}`)}
          aria-pressed={chosen === theme}
          className={styles.option}
          onClick={() => chooseTheme(theme)}
        >
          <Icon name={themeIcons[theme]} />
        </button>
      ))}
    </div>
  );
}
