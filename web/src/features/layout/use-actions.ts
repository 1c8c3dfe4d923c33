import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { LANGUAGES } from '../../../../shared/model/account.ts';
import { chooseLanguage, currentLanguage } from '../../i18n/i18n.ts';
import { useMe } from '../../lib/me.ts';
import { paths } from '../../lib/paths.ts';
import { chooseTheme, THEMES, useTheme } from '../../lib/theme.ts';
import { useSaveLanguage } from '../../lib/use-save-language.ts';
import { languageOptions } from '../../ui/form/preferences.tsx';

interface Action {
  readonly label: string;
  readonly note: string;
  readonly run: () => unknown;
}

/** The actions that the user may run from the finder: administrators have no lists or credits. */
export function useActions({ isCustomer }: { isCustomer: boolean }): readonly Action[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { api_key: liveKey, test_api_key: testKey } = useMe();
  const theme = useTheme();
  const saveLanguage = useSaveLanguage();
  const key = liveKey ?? testKey;
  const copyKey = async (copied: string): Promise<void> => {
    await navigator.clipboard.writeText(copied);
    toast.success(t('code.copied'));
  };
  const note = t('find.action');
  const openDashboard = (state: object) => navigate(paths.dashboard, { state });
  const customerActions = [
    { label: t('find.verify'), note, run: () => openDashboard({ check: '' }) },
    { label: t('find.newList'), note, run: () => openDashboard({ newList: true }) },
    { label: t('layout.buyCredits'), note, run: () => navigate(paths.pricing) },
    ...(key === null ? [] : [{ label: t('find.copyKey'), note, run: () => copyKey(key) }]),
  ];
  return [
    ...(isCustomer ? customerActions : []),
    ...LANGUAGES.filter((each) => each !== currentLanguage()).map((language) => ({
      label: languageOptions.find(([value]) => value === language)?.[1] ?? language,
      note: t('common.preferences.language'),
      run: () => {
        void chooseLanguage(language);
        saveLanguage(language);
      },
    })),
    ...THEMES.filter((each) => each !== theme).map((each) => ({
      label: t(`common.preferences.${each}`),
      note: t('common.preferences.theme'),
      run: () => chooseTheme(each),
    })),
  ];
}
