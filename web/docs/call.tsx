import type { ReactNode } from 'react';
import { errorCatalog } from '../../shared/contract/errors.ts';
import { rate } from '../../shared/contract/openapi/limit-text.ts';
import { documentedErrors } from '../../shared/contract/openapi/documented-errors.ts';
import { limitOf, acceptsInput } from '../../shared/contract/route.ts';
import type { Language } from '../../shared/model/account.ts';
import type { TextKey } from '../../shared/texts/text.ts';
import { curlOf } from './curl-of.ts';
import styles from './docs.module.css';
import { fieldsOf } from './fields-of.ts';
import { Markdown } from './markdown.tsx';
import type { PublicCall } from '../../shared/contract/openapi/public-calls.ts';
import { frenchCallTexts, labels } from './texts.ts';

const json = (value: unknown): string => JSON.stringify(value, undefined, 2);

interface Props {
  call: PublicCall;
  language: Language;
  origin: string;
  message: (key: TextKey) => string;
}

export function Call({ call, language, origin, message }: Props) {
  const { name, route, example } = call;
  const t = labels[language];
  const { summary, notes = '' } = language === 'fr' ? frenchCallTexts[name] : example;
  const limit = t.limit
    .replace('{limit}', rate(route.paidLimit ?? limitOf(route), language))
    .replace('{key}', rate('key_user', language));
  const parameters = [
    ...(acceptsInput(route, 'params') ? fieldsOf(route.params, 'input') : []),
    ...(acceptsInput(route, 'query') ? fieldsOf(route.query, 'input') : []),
  ];
  return (
    <section className={styles.call} aria-labelledby={name}>
      <h3 id={name} className={styles.path}>
        <span className={styles.method}>{route.method}</span> {route.path}
      </h3>
      <Markdown text={`**${summary}**\n\n${notes}`} className={styles.prose} copy={t.copy} />
      <p className="muted">
        {t.scope} <code>{route.scope}</code>. {limit}
      </p>
      <Fields title={t.parameters} fields={parameters} language={language} />
      {acceptsInput(route, 'body') && (
        <Fields title={t.body} fields={fieldsOf(route.body, 'input')} language={language} />
      )}
      {acceptsInput(route, 'form') && (
        <Fields title={t.form} fields={fieldsOf(route.form, 'input')} language={language} />
      )}
      <div>
        <button type="button">{t.copy}</button>
        <Code label={`curl ${route.method} ${route.path}`}>{curlOf(call, origin)}</Code>
      </div>
      <h4>{t.response}</h4>
      {example.file !== undefined && <Code label={t.response}>{example.file}</Code>}
      <Code label={t.response}>{json(example.response)}</Code>
      {example.accepted !== undefined && (
        <details>
          <summary>{t.response}: 202</summary>
          <Code label="202">{json(example.accepted)}</Code>
        </details>
      )}
      {Object.entries(example.otherResponses ?? {}).map(([kind, response]) => (
        <details key={kind}>
          <summary>
            {t.response}: {kind}
          </summary>
          <Code label={kind}>{json(response)}</Code>
        </details>
      ))}
      <details>
        <summary>{t.fields}</summary>
        <Fields fields={fieldsOf(route.output, 'output')} language={language} />
      </details>
      <details>
        <summary>{t.errors}</summary>
        <Table head={[t.status, t.code, t.message]}>
          {documentedErrors(route).map((code) => {
            const { status, text: key } = errorCatalog[code];
            return (
              <tr key={code}>
                <td>{status}</td>
                <td>
                  <code>{code}</code>
                </td>
                <td>{key !== null && message(key)}</td>
              </tr>
            );
          })}
        </Table>
      </details>
    </section>
  );
}

interface FieldsProps {
  title?: string;
  fields: ReturnType<typeof fieldsOf>;
  language: Language;
}

function Fields({ title, fields, language }: FieldsProps) {
  const t = labels[language];
  if (fields.length === 0) return null;
  return (
    <>
      {title !== undefined && <h4>{title}</h4>}
      <Table head={[t.name, t.type]}>
        {fields.map(({ name, type, required }) => (
          <tr key={name}>
            <td>
              <code>{name}</code>
              {title !== undefined && required && <span className="small"> {t.required}</span>}
            </td>
            <td>
              <code>{type}</code>
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

function Table({ head, children }: { head: readonly string[]; children: ReactNode }) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function Code({ label, children }: { label: string; children: string }) {
  return (
    <pre role="group" aria-label={label}>
      <code>{children}</code>
    </pre>
  );
}
