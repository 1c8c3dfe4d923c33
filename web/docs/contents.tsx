import { useMemo, useState } from 'react';
import type { Language } from '../../shared/model/account.ts';
import { TextField } from '../src/ui/form/text-field.tsx';
import styles from './docs.module.css';
import { type Entry, entriesOf, searchEntries } from './entries.ts';
import { labels } from './texts.ts';

interface Props {
  guide: string;
  language: Language;
}

/** The table of contents with its search. Enter opens the first match. */
export function Contents({ guide, language }: Props) {
  const t = labels[language];
  const [query, setQuery] = useState('');
  const entries = useMemo(() => entriesOf(guide, language), [guide, language]);
  const matches = searchEntries(entries, query);
  return (
    <nav className={`unprinted ${styles.contents}`} aria-label={t.contents}>
      <TextField
        label={t.search}
        type="search"
        enterKeyHint="go"
        value={query}
        onChange={({ target }) => setQuery(target.value)}
        onKeyDown={({ key }) => {
          const [first] = matches;
          if (key === 'Enter' && query !== '' && first) location.hash = first.id;
        }}
      />
      <p role="status" className="muted">
        {matches.length === 0 && t.nothing}
      </p>
      <EntryList entries={matches} showNested={query !== ''} />
    </nav>
  );
}

/** Links to entries. @param deep whether nested entries are also shown on a phone */
export function EntryList({
  entries,
  showNested,
}: {
  entries: readonly Entry[];
  showNested: boolean;
}) {
  return (
    <ul data-deep={showNested}>
      {entries.map(({ id, label, isCall, isNested }) => (
        <li key={id} className={isNested ? styles.deep : undefined}>
          <a href={`#${id}`}>{isCall ? <code>{label}</code> : label}</a>
        </li>
      ))}
    </ul>
  );
}
