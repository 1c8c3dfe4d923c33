import { spawnSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  createPublicDocument,
  publicCalls,
} from '../../shared/contract/openapi/public-document.ts';
import { EVENT_TYPES } from '../../shared/model/webhook.ts';
import { SAMPLE_ORIGIN } from './guide-packages.ts';
import { prerenderReference } from './prerender.tsx';
import { composeForm, composeSamples } from './request-samples.ts';

const document = createPublicDocument('');
let html = '';
beforeAll(() => {
  html = prerenderReference(JSON.stringify(document));
});

const listOf = (pattern: RegExp): string[] =>
  Array.from(html.matchAll(pattern), ([, name = '']) => name);

/** Reduces a text to its words, so that markup and punctuation do not matter. */
const wordsOf = (text: string): string =>
  text
    .replaceAll(/\]\([^)]*\)|\\+[nrt]/g, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const textOfPage = (): string =>
  html.replaceAll(/<\/?(?:b|code|strong|wbr)>/g, '').replaceAll(/<[^>]*>|&[\w#]+;/g, ' ');

/** Every name, description and example in a part of the document, as words. */
function textsOf(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => {
    if (key === 'value' || key === 'example')
      return [typeof value === 'object' && 'file' in value ? '' : JSON.stringify(value)];
    if (['description', 'summary', 'name', 'in'].includes(key) && typeof value === 'string')
      return [value];
    const isName = ['properties', 'headers', 'x-enumDescriptions'].includes(key);
    return (isName ? Object.keys(value as object) : []).concat(textsOf(value));
  });
}

describe('the API reference', () => {
  it('contains every call and event, starting with the check of one address', () => {
    const expected = [
      ...publicCalls.map(
        ({ route: { feature, method, path } }) => `tag/${feature}/${method}${path}`,
      ),
      ...EVENT_TYPES.map((type) => `tag/webhooks/webhook/POST/${type}`),
    ];
    const shown = listOf(/<article aria-labelledby="([^"]+)"/g);
    expect(shown.toSorted()).toEqual(expected.toSorted());
    expect(shown[0]).toBe('tag/checks/POST/api/verify/email');
  });

  it('contains every name, description and example of the OpenAPI document', () => {
    const shown = wordsOf(textOfPage());
    const paragraphs = textsOf(document).flatMap((text) => text.split('\n\n'));
    const texts = [...new Set(paragraphs.map(wordsOf))];
    expect(texts.length).toBeGreaterThan(700);
    expect(texts.filter((text) => !shown.includes(text))).toEqual([]);
  });

  it('links only to ids that exist once', () => {
    const ids = listOf(/ id="([^"]+)"/g);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const targets = [...new Set(listOf(/href="#([^"]+)"/g))];
    expect(targets).toEqual(expect.arrayContaining(['error-bad_address', 'object-Status']));
    expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
  });

  it('marks deprecated calls and fields', () => {
    const text = JSON.stringify(document);
    const marked = text
      .replace('"operationId":"checkEmail"', '$&,"deprecated":true')
      .replace('"timeout_s":{', '$&"deprecated":true,');
    const count = (page: string) => page.match(/deprecated/g)?.length ?? 0;
    expect(count(prerenderReference(marked)) - count(html)).toBe(2);
  });
});

const HARD_TO_QUOTE = { text: `it's "true", \\ null`, no: null };
const REQUESTS = publicCalls.map(({ route: { method, path }, example: { body } }) => ({
  method,
  path: `${path}?q=a%20b`,
  body: body === undefined ? undefined : Object.assign({}, body, HARD_TO_QUOTE),
}));
const expected = REQUESTS.map(({ method, path, body }) => ({
  method,
  url: SAMPLE_ORIGIN + path,
  headers: body ? { 'x-api-key': 'k', 'content-type': 'application/json' } : { 'x-api-key': 'k' },
  body,
}));

describe('the samples', () => {
  it('send the example request in JavaScript', async () => {
    const sent: unknown[] = [];
    const globals = {
      process: { env: { TAMIS_API_KEY: 'k' } },
      console: { log: () => {} },
      fetch: (url: string, { body, ...options }: { body?: string }) => {
        sent.push({ ...options, url, body: body && JSON.parse(body) });
        return { status: 200, text: () => '' };
      },
    };
    for (const request of REQUESTS)
      await runInNewContext(`(async () => {${composeSamples(request).JavaScript}})()`, globals);
    expect(JSON.parse(JSON.stringify(sent))).toEqual(JSON.parse(JSON.stringify(expected)));
  });

  it('send the example request with curl', () => {
    const commands = REQUESTS.map((request) => composeSamples(request).curl);
    const form = { name: "Ada's", file: 'email' };
    commands.push(composeForm('POST', '/api/upload', form));
    const shell = ['curl() { printf "%s\\0" "$@" END; }', ...commands].join('\n');
    const { stdout } = spawnSync('bash', ['-s'], {
      input: shell,
      encoding: 'utf8',
      env: { ...process.env, TAMIS_API_KEY: 'k' },
    });
    const calls = stdout.split('\0END\0').slice(0, -1);
    const parse = (argument: string): unknown =>
      argument.startsWith('{') ? JSON.parse(argument) : argument;
    const headers = ['-H', 'x-api-key: k'];
    const fields = ['-F', "name=Ada's", '-F', 'file=@customers.csv'];
    expect(calls.map((call) => call.split('\0').map(parse))).toEqual([
      ...expected.map(({ method, url, headers: sent, body }) =>
        [
          ['-X', method, url],
          Object.entries(sent).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
          body ? ['-d', body] : [],
        ].flat(),
      ),
      ['-X', 'POST', `${SAMPLE_ORIGIN}/api/upload`, ...headers, ...fields],
    ]);
  });

  it('write the body as a Python literal', () => {
    const body = { text: `"true", \\ null`, yes: true, no: [null, false] };
    const { Python: program } = composeSamples({ method: 'POST', path: '/api/lists', body });
    expect(program).toContain('requests.post(\n    "http://localhost:3000/api/lists",\n');
    expect(program).toContain(
      String.raw`json={"text":"\"true\", \\ null","yes":True,"no":[None,False]},`,
    );
  });
});
