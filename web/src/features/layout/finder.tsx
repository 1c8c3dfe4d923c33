import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { generatePath, useNavigate } from 'react-router-dom';
import { email } from '../../../../shared/contract/fields.ts';
import { listRoutes } from '../../../../shared/contract/lists.ts';
import { useApi } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { Modal } from '../../ui/dialog/modal.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import styles from './finder.module.css';

/** Pause in typing after which lists are searched. */
const DEBOUNCE_MS = 250;
const MAX_LISTS = 5;

interface Props {
  pages: readonly { path?: string; label: string }[];
  onClose: () => void;
}

const foldAccents = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

function useListSearch(text: string) {
  const api = useApi();
  const { data = [] } = useQuery({
    queryKey: ['find', text],
    enabled: text !== '',
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS));
      signal.throwIfAborted();
      return (await api(listRoutes.listFiles, { query: { q: text } }, { signal })).data.data;
    },
    meta: { quiet: true },
  });
  return data.slice(0, MAX_LISTS);
}

/**
 * Finds pages and lists by name, or checks an address. A combobox that keeps the focus in its text
 * field (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/).
 */
export function Finder({ pages, onClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [selectedIndex, setSelectedIndex] = useState(0);
  const text = typed.trim();
  const address = email().safeParse(text);
  const results = [
    ...(address.success
      ? [{ to: paths.dashboard, label: text, note: t('find.check'), check: text }]
      : []),
    ...pages
      .filter(({ label }) => foldAccents(label).includes(foldAccents(text)))
      .map(({ path = '', label }) => ({ to: path, label, note: '' })),
    ...useListSearch(text).map(({ id: list, file_name }) => ({
      to: generatePath(paths.list, { id: list }),
      label: file_name,
      note: t('layout.dashboard.list'),
    })),
  ];
  const active = Math.min(selectedIndex, results.length - 1);
  const choose = (index: number): void => {
    const chosen = results[index];
    if (chosen === undefined) return;
    onClose();
    void navigate(chosen.to, { state: 'check' in chosen ? { check: chosen.check } : null });
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
    <Modal open onClose={onClose} title={t('find.title')}>
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
      <ul id={`${id}-found`} role="listbox" aria-label={t('find.title')} className={styles.found}>
        {results.map(({ to, label, note }, index) => (
          <li
            key={`${to} ${note}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className={styles.option}
            onPointerMove={() => setSelectedIndex(index)}
            onClick={() => choose(index)}
          >
            <span>{label}</span> <span className="muted">{note}</span>
          </li>
        ))}
      </ul>
      <p role="status" className="small">
        {results.length === 0 && t('find.none')}
      </p>
    </Modal>
  );
}
