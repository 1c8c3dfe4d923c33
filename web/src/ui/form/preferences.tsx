import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '../../../../shared/model/account.ts';
import { chooseLanguage, currentLanguage } from '../../i18n/i18n.ts';
import { toastFailure } from '../../lib/failure.ts';
import { chooseTheme, THEMES, useTheme, type Theme } from '../../lib/theme.ts';
import { SegmentedControl } from './choice.tsx';
import { Icon, type IconName } from '../icon.tsx';

/** Each language's name for itself, so that its speakers recognize it. */
const languageNames: Record<Language, string> = { en: 'English', fr: 'Français' };
export const languageOptions = LANGUAGES.map((each) => [each, languageNames[each], each] as const);
export const themeIcons: Record<Theme, IconName> = { system: 'screen', light: 'sun', dark: 'moon' };

interface LanguageProps {
  /** Called after the language of the app was changed. */
  onChoose?: (language: Language) => void;
}

export function LanguageSwitch({ onChoose }: LanguageProps) {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      label={t('common.preferences.language')}
      options={LANGUAGES.map((language) => ({
        value: language,
        name: `${language.toUpperCase()} – ${languageNames[language]}`,
        short: language.toUpperCase(),
        lang: language,
      }))}
      chosen={currentLanguage()}
      onChoose={(language) => {
        chooseLanguage(language).catch(toastFailure);
        onChoose?.(language);
      }}
    />
  );
}

export function ThemeSwitch() {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      label={t('common.preferences.theme')}
      options={THEMES.map((theme) => ({
        value: theme,
        name: t(`common.preferences.${theme}`),
        short: <Icon name={themeIcons[theme]} />,
      }))}
      chosen={useTheme()}
      onChoose={chooseTheme}
    />
  );
}
