import { useTranslation } from 'react-i18next';
import styles from './pre-flight.module.css';
import type { Preview } from './inspect-file.ts';

/** Columns that fit into the dialog on a narrow screen. */
const SHOWN_COLUMNS = 3;
const SHOWN_ROWS = 4;

const separatorNames = {
  ';': 'semicolon',
  ',': 'comma',
  '\t': 'tab',
  '|': 'bar',
} as const;
const encodingNames = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
} as const;

/** The first rows of a file, with the column that holds the addresses marked, counted from 1. */
export function FirstRows({ preview, marked }: { preview: Preview; marked: number }) {
  const { t } = useTranslation();
  const { header, rows, separator, encoding } = preview;
  const [names, body] = header ? [rows[0] ?? [], rows.slice(1)] : [[], rows];
  const width = Math.max(...rows.map(({ length }) => length));
  const columns = columnsToShow(width, marked);
  const name = (column: number): string =>
    names[column]?.trim() || t('lists.preflight.columnName', { column: column + 1 });
  return (
    <figure className={styles.rows}>
      <table>
        <caption className="hidden">{t('lists.preflight.firstRows')}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" data-marked={width > 1 && column === marked - 1}>
                {name(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.slice(0, SHOWN_ROWS).map((row, place) => (
            <tr key={place}>
              {columns.map((column) => (
                <td key={column} data-marked={width > 1 && column === marked - 1}>
                  {row[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <figcaption className={styles.note}>
        {t(`lists.preflight.separator.${separator === null ? 'none' : separatorNames[separator]}`)}{' '}
        {t('lists.preflight.encoding', { encoding: encodingNames[encoding] })}
        {header && ` ${t('lists.preflight.header')}`}
        {width > columns.length &&
          ` ${t('lists.preflight.more', { count: width - columns.length })}`}
      </figcaption>
    </figure>
  );
}

/** The first columns, the marked one always among them; columns count from 0 here. */
function columnsToShow(width: number, marked: number): number[] {
  const shown = Array.from({ length: Math.min(width, SHOWN_COLUMNS) }, (_, column) => column);
  return marked > shown.length && marked <= width ? [...shown.slice(0, -1), marked - 1] : shown;
}
