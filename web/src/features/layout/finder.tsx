import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { generatePath, useNavigate } from 'react-router-dom';
import { toast } from 'react-hot-toast/headless';
import { email } from '../../../../shared/contract/fields.ts';
import { listRoutes } from '../../../../shared/contract/lists.ts';
import { ROLE } from '../../../../shared/model/account.ts';
import { MAX_LIST_NAME_LENGTH } from '../../../../shared/model/upload-limits.ts';
import { useApi } from '../../lib/api.ts';
import { toastFailure } from '../../lib/failure.ts';
import { useMay, useMe } from '../../lib/me.ts';
import { paths } from '../../lib/paths.ts';
import { Modal } from '../../ui/dialog/modal.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import styles from './finder.module.css';
import { chooseLanguage, currentLanguage } from '../../i18n/i18n.ts';
import { chooseTheme, THEMES, useTheme } from '../../lib/theme.ts';
import { useSaveLanguage } from '../../lib/use-save-language.ts';
import { languageOptions, themeIcons } from '../../ui/form/preferences.tsx';

interface FinderEntry {
  label: string;
  note?: string;
  icon: IconName;
  run: () => unknown;
}

/** Compares with the role in the account. Administrators of the service have no lists or credits. */
function useCustomerMay(): ReturnType<typeof useMay> {
  const may = useMay();
  const isCustomer = useMe().role === ROLE.customer;
  return (least) => isCustomer && may(least);
}

function useFinderActions(): readonly FinderEntry[] {
  const { t } = useTranslation();
  const may = useCustomerMay();
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
  const verifyActions: FinderEntry[] = [
    { label: t('find.verify'), icon: 'envelope', run: () => openDashboard({ check: '' }) },
    { label: t('find.newList'), icon: 'tray', run: () => openDashboard({ newList: true }) },
  ];
  const buyAction: FinderEntry = {
    label: t('layout.buyCredits'),
    icon: 'tag',
    run: () => navigate(paths.pricing),
  };
  const switchLanguage = async (language: Parameters<typeof saveLanguage>[0]) => {
    saveLanguage(language);
    await chooseLanguage(language);
  };
  return [
    ...(may('member') ? verifyActions : []),
    ...(may('billing') ? [buyAction] : []),
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

/** Pause in typing after which lists are searched. */
const DEBOUNCE_MS = 250;
const MAX_LISTS = 5;

interface Props {
  pages: readonly { path?: string; label: string; icon: IconName }[];
  onClose: () => void;
}

const foldAccents = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

function useListSearch(text: string) {
  const api = useApi();
  const may = useCustomerMay();
  return useQuery({
    queryKey: ['find', text],
    // For a longer text, the API would ignore the filter and return all lists.
    enabled: may('viewer') && text !== '' && text.length <= MAX_LIST_NAME_LENGTH,
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS));
      signal.throwIfAborted();
      return (await api(listRoutes.listFiles, { query: { q: text } }, { signal })).data.data;
    },
    select: (lists) => lists.slice(0, MAX_LISTS),
  });
}

/**
 * Command palette: finds pages and lists by name, runs actions, and checks an address. It is a
 * combobox that keeps the focus in its text field:
 * https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function Finder({ pages, onClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [selectedIndex, setSelectedIndex] = useState(0);
  const text = typed.trim();
  const address = email().safeParse(text);
  const may = useCustomerMay();
  const lists = useListSearch(text);
  const matches = ({ label, note = '' }: { label: string; note?: string }): boolean =>
    foldAccents(`${label} ${note}`).includes(foldAccents(text));
  const open =
    (to: string, state: object | null = null) =>
    () =>
      navigate(to, { state });
  const check: FinderEntry = {
    label: text,
    note: t('find.check'),
    icon: 'envelope',
    run: open(paths.dashboard, { check: text }),
  };
  // Lists come last, because their results arrive last.
  const groups: readonly { name: string; results: readonly FinderEntry[] }[] = [
    {
      name: t('find.actions'),
      results: [
        ...(may('member') && address.success ? [check] : []),
        ...useFinderActions().filter(matches),
      ],
    },
    {
      name: t('find.pages'),
      results: pages
        .filter(matches)
        .map(({ path = '', label, icon }) => ({ label, icon, run: open(path) })),
    },
    {
      name: t('find.lists'),
      results: (lists.data ?? []).map(({ id: list, file_name }) => ({
        label: file_name,
        icon: 'file',
        run: open(generatePath(paths.list, { id: list })),
      })),
    },
  ];
  const results = groups.flatMap((group) => group.results);
  const active = Math.min(selectedIndex, results.length - 1);
  const choose = (index: number): void => {
    const chosen = results[index];
    if (chosen === undefined) return;
    onClose();
    Promise.resolve(chosen.run()).catch(toastFailure);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') return choose(active);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || results.length === 0) return undefined;
    event.preventDefault();
    const next = (active + step + results.length) % results.length;
    setSelectedIndex(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    return undefined;
  };
  return (
    <Modal open onClose={onClose} title={t('layout.find')}>
      <TextField
        label={t('find.label')}
        role="combobox"
        aria-expanded={results.length > 0}
        aria-controls={`${id}-found`}
        aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
        aria-autocomplete="list"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setSelectedIndex(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-found`} role="listbox" aria-label={t('layout.find')} className={styles.found}>
        {groups
          .filter((group) => group.results.length > 0)
          .map((group) => (
            <div key={group.name} role="group" aria-label={group.name}>
              <p aria-hidden="true" className={`small ${styles.group}`}>
                {group.name}
              </p>
              {group.results.map((result) => {
                const index = results.indexOf(result);
                return (
                  <div
                    key={index}
                    id={`${id}-${index}`}
                    role="option"
                    aria-selected={index === active}
                    className={styles.option}
                    onPointerMove={() => setSelectedIndex(index)}
                    onClick={() => choose(index)}
                  >
                    <Icon name={result.icon} /> <span>{result.label}</span>{' '}
                    <span className="muted">{result.note}</span>
                  </div>
                );
              })}
            </div>
          ))}
      </div>
      <p role="status" className={styles.none}>
        {lists.isError
          ? t('lists.error')
          : results.length === 0 && !lists.isFetching && t('find.none')}
      </p>
    </Modal>
  );
}
