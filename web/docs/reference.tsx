import type { Oas3_1Definition, Oas3_1Schema as Schema, Oas3PathItem } from '@redocly/openapi-core';
import type { ReactNode } from 'react';
import styles from './docs.module.css';
import { Markdown } from './markdown.tsx';
import { labels } from './texts.ts';
import { composeForm, composeSamples } from './request-samples.ts';
import { createSchemaRenderer, renderLine } from './schema.tsx';

type Operation = NonNullable<Oas3PathItem<Schema>['get']>;
type Response = Operation['responses'][string];
type Bodies = NonNullable<Response['content']>;
type Parameter = Exclude<NonNullable<Operation['parameters']>[number], { $ref: string }>;

interface Call extends Operation {
  readonly method: string;
  /** Path of a call, or type of an event. */
  readonly path: string;
}

const PROGRAMMING_LANGUAGES = ['curl', 'JavaScript', 'Python'] as const;
const EVENTS = 'webhooks/webhook';

const isEvent = ({ path }: Call): boolean => !path.startsWith('/');
const isError = ([status]: [string, Response]): boolean => /^[45]\d\d$/.test(status);

/** The same as in earlier versions of the page, so that links to a call still work. */
const idOf = (call: Call): string =>
  isEvent(call)
    ? `tag/${EVENTS}/POST/${call.path}`
    : `tag/${call.tags?.[0]}/${call.method}${call.path}`;

const callsIn = (paths: object = {}): Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries<Operation>(methods).map(([method, operation]) =>
      Object.assign(operation, { method: method.toUpperCase(), path }),
    ),
  );

/** Returns the examples of bodies with their names. */
const examplesOf = (bodies: Bodies = {}): [string, unknown][] =>
  Object.entries(bodies).flatMap(([type, { example, examples }]) =>
    examples
      ? Object.entries(examples).map(([name, each]): [string, unknown] => [
          name,
          'value' in each && each.value,
        ])
      : [[type, example]],
  );

/** Returns the path of a call with the example values of its parameters. */
function composePath({ path }: Call, parameters: Parameter[]): string {
  const given = parameters.filter(({ example }) => example !== undefined);
  const valueOf = (name: unknown) => String(given.find((each) => each.name === name)?.example);
  const query = given
    .filter((each) => each.in === 'query')
    .map(({ name }) => [name, valueOf(name)]);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(valueOf(name)));
  return query.length > 0 ? `${filled}?${new URLSearchParams(query)}` : filled;
}

/** Renders an example with a button, which the script of the page shows. */
const renderExample = (example: unknown): ReactNode => (
  <div>
    <button type="button" hidden data-copied={labels.en.copied}>
      {labels.en.copy}
    </button>
    <pre>
      <code>{typeof example === 'string' ? example : JSON.stringify(example, undefined, 2)}</code>
    </pre>
  </div>
);

const renderCollapsed = ([name, example]: [string, unknown]): ReactNode => (
  <details key={name}>
    <summary>{renderLine(name)}</summary>
    <div id={name.startsWith('`') ? `error-${name.replaceAll('`', '')}` : undefined}>
      {renderExample(example)}
    </div>
  </details>
);

const renderLink = (id: string, text = '', method = ''): ReactNode => (
  <li key={id} className={method && styles.deep}>
    <a href={`#${id}`}>{renderLine(text.split(/[,:;] /)[0])}</a>{' '}
    <code data-method={method}>{method}</code>
  </li>
);

/** Renders the navigation and the content of the API reference from our OpenAPI document. */
export function Reference({ json }: { json: string }) {
  const { info, tags = [], paths, webhooks, components } = JSON.parse(json) as Oas3_1Definition;
  const { resolve, isShared, renderType, renderFields, renderField } = createSchemaRenderer(json);

  const renderBodies = (bodies: Bodies = {}): ReactNode =>
    Object.entries(bodies).map(([type, { schema = {} }]) => (
      <div key={type}>
        Body, <code>{type}</code>: {renderType(schema)}
        {renderFields(schema)}
      </div>
    ));

  const renderResponse = ([status, response]: [string, Response]): ReactNode => (
    <div key={status}>
      {response.description?.split('\n\n').map((text) => {
        const [, code, meaning = text] = /^`(\w+)`(.*)/s.exec(text) ?? [];
        return (
          <p key={text}>
            <b>{status}</b> {code !== undefined && <a href={`#error-${code}`}>{code}</a>}
            {renderLine(meaning)}
          </p>
        );
      })}
      <ul className="fields">
        {Object.entries(response.headers ?? {}).map(([name, header]) => {
          const { schema, description } = resolve(header);
          return renderField(name, { description, ...schema }, false, 'header');
        })}
      </ul>
      {!isError([status, response]) && renderBodies(response.content)}
    </div>
  );

  function renderRequest(call: Call, parameters: Parameter[], bodies?: Bodies): ReactNode {
    const [[, body] = [], ...others] = examplesOf(bodies);
    if (isEvent(call)) return renderExample(body);
    const { method } = call;
    const path = composePath(call, parameters);
    const samples = composeSamples({ method, path, body });
    return (
      <>
        {PROGRAMMING_LANGUAGES.map((language) => (
          <div key={language} data-language={language}>
            {renderExample(samples[language])}
          </div>
        ))}
        {others.map(([name, example]) =>
          renderCollapsed([
            name,
            name.includes('/') ? composeForm(method, path, Object(example)) : example,
          ]),
        )}
      </>
    );
  }

  function renderCall(call: Call): ReactNode {
    const id = idOf(call);
    const parameters = (call.parameters ?? []).map((each) => resolve<Parameter>(each));
    const bodies = call.requestBody && resolve<{ content: Bodies }>(call.requestBody).content;
    const responses = Object.entries(call.responses).map(
      ([status, response]): [string, Response] => [status, resolve(response)],
    );
    const successes = responses.filter((each) => !isError(each));
    const [[, example] = [], ...others] = successes.flatMap(([status, { content }]) =>
      examplesOf(content).map(([name, value]): [string, unknown] => [
        name === 'usual' ? status : name,
        value,
      ]),
    );
    return (
      <article key={id} aria-labelledby={id}>
        <h3 id={id}>{renderLine(call.summary)}</h3>
        <p>
          <code data-method={call.method}>{call.method}</code> <code>{call.path}</code>
          {call.deprecated === true && ' (deprecated)'}
        </p>
        <div>
          <h4>Request</h4>
          {renderRequest(call, parameters, bodies)}
          <Markdown text={call.description ?? ''} className={styles.prose} />
          <ul className="fields">
            {parameters.map(({ name, schema, description, example: value, ...rest }) => {
              const examples = value === undefined ? [] : [value];
              return renderField(
                name,
                { ...schema, description, examples },
                rest.required,
                rest.in,
              );
            })}
          </ul>
          {renderBodies(bodies)}
        </div>
        <div>
          <h4>Response</h4>
          {example !== undefined && renderExample(example)}
          {others.map(renderCollapsed)}
          {successes.map(renderResponse)}
          {!isEvent(call) && (
            <details>
              <summary>Errors</summary>
              {responses.filter(isError).map(renderResponse)}
            </details>
          )}
        </div>
      </article>
    );
  }

  const calls = callsIn(paths);
  const groups = [
    ...tags.map(({ name, description = '' }) => ({
      id: name,
      title: description,
      members: calls.filter((call) => call.tags?.includes(name)),
    })),
    { id: EVENTS, title: 'Events, which we send to your endpoints', members: callsIn(webhooks) },
  ];
  const errors = calls
    .flatMap(({ responses }) => Object.entries(responses).filter(isError))
    .flatMap(([, response]) => examplesOf(resolve(response).content));
  const schemes = Object.values(components?.securitySchemes ?? {}).map((each) => resolve(each));
  const objects = Object.entries<Schema>(components?.schemas ?? {});

  return (
    <main className={styles.guide}>
      <h1>{labels.en.reference}</h1>
      <nav className={`unprinted reference-contents ${styles.contents}`} aria-label="Contents">
        <fieldset>
          <legend>Examples in</legend>
          {PROGRAMMING_LANGUAGES.map((language, index) => (
            <label key={language}>
              <input type="radio" name="language" value={language} defaultChecked={index === 0} />{' '}
              {language}
            </label>
          ))}
        </fieldset>
        <ul>
          {groups.map(({ id, title, members }) => [
            renderLink(`tag/${id}`, title),
            members.map((call) => renderLink(idOf(call), call.summary, call.method)),
          ])}
          {renderLink('errors', 'Errors')}
          {renderLink('objects', 'Objects')}
        </ul>
        <a href="/docs/openapi.json">OpenAPI document</a>
      </nav>
      <div className={`reference ${styles.main}`}>
        <Markdown
          text={[
            info?.description,
            '**Authentication:**',
            ...schemes.map(
              ({ name = 'Authorization: Bearer', description }) => `\`${name}\`, ${description}.`,
            ),
          ].join(' ')}
        />
        {groups.map(({ id, title, members }) => (
          <section key={id} aria-labelledby={`tag/${id}`}>
            <h2 id={`tag/${id}`}>{title}</h2>
            {members.map(renderCall)}
          </section>
        ))}
        <section aria-labelledby="errors">
          <h2 id="errors">Errors</h2>
          {[...new Map(errors)].map(([code, each]) => renderCollapsed([`\`${code}\``, each]))}
        </section>
        <section aria-labelledby="objects">
          <h2 id="objects">Objects</h2>
          {objects
            .filter(([name]) => isShared({ $ref: `#/components/schemas/${name}` }))
            .map(([name, schema]) => (
              <div key={name}>
                <h3 id={`object-${name}`}>{name}</h3>
                <p>{renderLine(schema.description)}</p>
                {renderFields(schema)}
              </div>
            ))}
        </section>
      </div>
    </main>
  );
}
