import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { TextField } from './text-field.tsx';

interface Props extends ComponentProps<typeof TextField> {
  value: string;
  debounceMs: number;
  onSearch: (text: string) => void;
}

/** A field that calls `onSearch` after a pause in typing, or immediately on Enter. */
export function SearchField({ value, debounceMs, onSearch, ...field }: Props) {
  const [text, setText] = useState(value);
  const applied = useRef(value);
  const search = (): void => {
    applied.current = text.trim();
    onSearch(text.trim());
  };
  useEffect(() => {
    // The value was changed elsewhere, for example by going back.
    if (value !== applied.current) setText(value);
    applied.current = value;
  }, [value]);
  useEffect(() => {
    if (text.trim() === applied.current) return undefined;
    const timer = setTimeout(search, debounceMs);
    return () => clearTimeout(timer);
  });
  return (
    <TextField
      {...field}
      type="search"
      enterKeyHint="search"
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') search();
      }}
    />
  );
}
