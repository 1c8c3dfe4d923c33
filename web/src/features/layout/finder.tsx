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

/** Lists are searched after a pause in typing. */
const PAUSE_MS = 250;
const MOST_LISTS = 5;

interface Props {
  pages: readonly { path?: string; label: string }[];
  onClose: () => void;
}

const folded = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

function useListsNamed(text: string) {
  const api = useApi();
  const { data = [] } = useQuery({
    queryKey: ['find', text],
    enabled: text !== '',
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      signal.throwIfAborted();
      return (await api(listRoutes.listFiles, { query: { q: text } }, { signal })).data.data;
    },
    meta: { quiet: true },
  });
  return data.slice(0, MOST_LISTS);
}

/**
 * Finds pages and lists by name, or checks an address. A combobox that keeps the focus in its field
 * (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/).
 */
export function Finder({ pages, onClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const text = typed.trim();
  const address = email().safeParse(text);
  const found = [
    ...(address.success
      ? [{ to: paths.dashboard, label: text, note: t('find.check'), check: text }]
      : []),
    ...pages
      .filter(({ label }) => folded(label).includes(folded(text)))
      .map(({ path = '', label }) => ({ to: path, label, note: '' })),
    ...useListsNamed(text).map(({ id: list, file_name }) => ({
      to: generatePath(paths.list, { id: list }),
      label: file_name,
      note: t('layout.dashboard.list'),
    })),
  ];
  const active = Math.min(at, found.length - 1);
  const choose = (place: number): void => {
    const chosen = found[place];
    if (chosen === undefined) return;
    onClose();
    void navigate(chosen.to, { state: 'check' in chosen ? { check: chosen.check } : null });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') return choose(active);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || found.length === 0) return undefined;
    event.preventDefault();
    const next = (active + step + found.length) % found.length;
    setAt(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    return undefined;
  };
  return (
    <Modal open onClose={onClose} title={t('find.title')}>
      <TextField
        label={t('find.label')}
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-found`}
        aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
        aria-autocomplete="list"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={`${id}-found`} role="listbox" aria-label={t('find.title')} className={styles.found}>
        {found.map(({ to, label, note }, place) => (
          <li
            key={`${to} ${note}`}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === active}
            className={styles.option}
            onPointerMove={() => setAt(place)}
            onClick={() => choose(place)}
          >
            <span>{label}</span> <span className="muted">{note}</span>
          </li>
        ))}
      </ul>
      <p role="status" className="small">
        {found.length === 0 && t('find.none')}
      </p>
    </Modal>
  );
}
