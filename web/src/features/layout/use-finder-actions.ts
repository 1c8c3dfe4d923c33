import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { chooseLanguage, currentLanguage } from '../../i18n/i18n.ts';
import { useMe } from '../../lib/me.ts';
import { paths } from '../../lib/paths.ts';
import { chooseTheme, THEMES, useTheme } from '../../lib/theme.ts';
import { useSaveLanguage } from '../../lib/use-save-language.ts';
import { languageOptions, themeIcons } from '../../ui/form/preferences.tsx';
import type { IconName } from '../../ui/icon.tsx';

export interface FinderEntry {
  label: string;
  note?: string;
  icon: IconName;
  run: () => unknown;
}

/** Returns the actions of the finder. Administrators have no lists or credits. */
export function useFinderActions({ isCustomer }: { isCustomer: boolean }): readonly FinderEntry[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { api_key: liveKey, api_key_hidden: isMasked, test_api_key: testKey } = useMe();
  const theme = useTheme();
  const saveLanguage = useSaveLanguage();
  const openDashboard = (state: object) => navigate(paths.dashboard, { state });
  const copyKey = async (key: string) => {
    await navigator.clipboard.writeText(key);
    toast.success(t('code.copied'));
  };
  const key = liveKey ?? testKey;
  const customerActions: FinderEntry[] = [
    { label: t('find.verify'), icon: 'envelope', run: () => openDashboard({ check: '' }) },
    { label: t('find.newList'), icon: 'tray', run: () => openDashboard({ newList: true }) },
    { label: t('layout.buyCredits'), icon: 'tag', run: () => navigate(paths.pricing) },
    ...(key === null
      ? []
      : [
          {
            label: t('find.copyKey'),
            icon: 'copy',
            // The page of the keys asks for the proof that showing a masked key requires.
            run: () => (isMasked ? navigate(paths.apiKey) : copyKey(key)),
          } as const,
        ]),
  ];
  const switchLanguage = async (language: Parameters<typeof saveLanguage>[0]) => {
    saveLanguage(language);
    await chooseLanguage(language);
  };
  return [
    ...(isCustomer ? customerActions : []),
    ...languageOptions
      .filter(([value]) => value !== currentLanguage())
      .map(([value, label]) => ({
        label,
        note: t('common.preferences.language'),
        icon: 'chat' as const,
        run: () => switchLanguage(value),
      })),
    ...THEMES.filter((each) => each !== theme).map((each) => ({
      label: t(`common.preferences.${each}`),
      note: t('common.preferences.theme'),
      icon: themeIcons[each],
      run: async () => chooseTheme(each),
    })),
  ];
}
