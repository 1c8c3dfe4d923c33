import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field.tsx';
import styles from './field.module.css';

interface Props<Value extends string | number>
  extends Pick<FieldProps, 'label'>, ComponentProps<'select'> {
  /** `lang` is set only if the option's language differs from the page's. */
  options?: readonly (readonly [value: Value, name: string, lang?: string])[];
  onChoose?: (value: Value) => void;
}

/** A native select element, which works best on phones. `children` can be option groups. */
export function SelectField<Value extends string | number>({
  label,
  options = [],
  onChoose,
  children,
  ...select
}: Props<Value>) {
  return (
    <Field label={label} name={select.name}>
      {(control) => (
        <select
          onChange={({ target }) => {
            const [value] = options[target.selectedIndex] ?? [];
            if (value !== undefined) onChoose?.(value);
          }}
          {...select}
          {...control}
          className={`${styles.control} ${styles.select}`}
        >
          {options.map(([value, name, lang]) => (
            <option key={value} value={value} lang={lang}>
              {name}
            </option>
          ))}
          {children}
        </select>
      )}
    </Field>
  );
}
