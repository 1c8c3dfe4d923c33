import type { Oas3_1Schema as Schema } from '@redocly/openapi-core';
import type { ReactNode } from 'react';

type Components = Readonly<Record<string, Readonly<Record<string, object>>>>;

/** Labels of the constraints that are shown with their value. */
const CONSTRAINTS = {
  default: 'default',
  minimum: 'at least',
  maximum: 'at most',
  minLength: 'minimum length',
  maxLength: 'maximum length',
  minItems: 'minimum items',
  maxItems: 'maximum items',
  pattern: 'pattern',
} as const;

const describeConstraints = (schema: Schema): string =>
  [
    ...Object.entries(CONSTRAINTS).map(([name, label]) => [label, Reflect.get(schema, name)]),
    ...(schema.examples ?? []).map((value) => ['example', JSON.stringify(value)]),
  ]
    .filter(([, value]) => value !== undefined && value !== Number.MAX_SAFE_INTEGER)
    .map(([label, value]) => `${label} \`${value}\``)
    .join(', ');

/** Name of the schema of a whole body, which is always shown with its call. */
const BODY = /(Body|Accepted|Event)$/;

/** Renders a line of Markdown whose only markup is code. */
export const renderLine = (text = ''): ReactNode =>
  text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));

/**
 * Returns functions that render the schemas of an OpenAPI document.
 * @param json the document, in which every reference names a component
 */
export function createSchemaRenderer(json: string) {
  const { components } = JSON.parse(json) as { components: Components };
  const references = json.match(/#\/components\/schemas\/\w+/g) ?? [];

  /** Replaces a reference with the component and the members next to the reference. */
  function resolve<T extends object>(value: T | { $ref: string }): T {
    const [, , kind = '', name = ''] = '$ref' in value ? String(value.$ref).split('/') : [];
    return { ...components[kind]?.[name], ...value } as T;
  }

  /** Whether a schema has its own section, because several schemas or calls refer to it. */
  const isShared = ({ $ref = '' }: Schema): boolean =>
    !BODY.test($ref) && references.filter((each) => each === $ref).length > 1;

  function renderType(schema: Schema): ReactNode {
    const name = schema.$ref?.split('/').at(-1) ?? '';
    if (isShared(schema)) return <a href={`#object-${name}`}>{name}</a>;
    const { const: value, type, format, items, anyOf, oneOf } = resolve(schema);
    if (type === 'object' && !BODY.test(name)) return name || type;
    if (value !== undefined) return <code>{JSON.stringify(value)}</code>;
    if (typeof items === 'object') return <>array of {renderType(items)}</>;
    const choices = anyOf ?? oneOf;
    if (!choices) return format === undefined ? type : `${type} (${format})`;
    return choices.map((each, index) => (
      <span key={index}>
        {index > 0 && ' or '}
        {renderType(each)}
      </span>
    ));
  }

  /** Renders the fields or values of a schema, unless it has its own section. */
  function renderFields(schema: Schema): ReactNode {
    if (isShared(schema)) return null;
    const { properties, required = [], items, anyOf, oneOf, ...rest } = resolve(schema);
    const meanings = (rest as { 'x-enumDescriptions'?: Record<string, string> })[
      'x-enumDescriptions'
    ];
    const choices = anyOf ?? oneOf ?? [];
    const isNamed = choices.filter((each) => resolve(each).properties).length > 1;
    const fields = Object.entries<Schema>(properties ?? {});
    if (typeof rest.additionalProperties === 'object')
      fields.push(['*', rest.additionalProperties]);
    return (
      <>
        {typeof items === 'object' && renderFields(items)}
        {choices.map((each, index) => (
          <div key={index}>
            {isNamed && <b>{renderType(each)}</b>}
            {renderFields(each)}
          </div>
        ))}
        {rest.propertyNames && <small>Keys: {renderType(rest.propertyNames)}</small>}
        <ul className="fields">
          {rest.enum?.map(String).map((value) => (
            <li key={value}>
              <code>{value}</code> {renderLine(meanings?.[value])}
            </li>
          ))}
          {fields.map(([name, each]) => renderField(name, each, required.includes(name)))}
        </ul>
      </>
    );
  }

  /** @param place `path`, `query` or `header` for a parameter */
  function renderField(name: string, schema: Schema, required = false, place = ''): ReactNode {
    const { description, deprecated } = resolve(schema);
    return (
      <li key={name}>
        <b>
          <code>{name}</code>
        </b>{' '}
        <small>
          {place} {renderType(schema)}
          {required && ', required'}
          {deprecated === true && ', deprecated'}
        </small>
        <p>{renderLine(description)}</p>
        <small>{renderLine(describeConstraints(schema))}</small>
        {renderFields(schema)}
      </li>
    );
  }

  return { resolve, isShared, renderType, renderFields, renderField };
}
