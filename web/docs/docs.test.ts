import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../shared/contract/limits/limits.ts';
import { LANGUAGES } from '../../shared/model/account.ts';
import { Call } from './call.tsx';
import { composeGuide, guideIn } from './compose-guide.ts';
import { curlOf } from './curl-of.ts';
import { fieldsOf } from './fields-of.ts';
import { adaptGuide, SAMPLE_ORIGIN } from './guide-at.ts';
import { sectionsOf } from './markdown.tsx';
import { publicCalls } from '../../shared/contract/openapi/public-calls.ts';
import { publicDocument } from '../../shared/contract/openapi/public-document.ts';
import { frenchCallTexts } from './texts.ts';

const SAMPLES = 'web/docs/samples';
const samples = Object.fromEntries(
  readdirSync(SAMPLES).map((name) => [name, readFileSync(`${SAMPLES}/${name}`, 'utf8')]),
);
const guides = {
  en: readFileSync('web/docs/guide.md', 'utf8'),
  fr: readFileSync('web/docs/guide.fr.md', 'utf8'),
};
const ORIGIN = 'https://api.tamis.example';

describe('documented calls', () => {
  it('are exactly the calls that accept a key', () => {
    const listed = publicCalls.map(({ route: { method, path } }) => `${method} ${path}`);
    const expected = ['POST /api/verify/email', 'GET /api/lists/{id}/rows', 'POST /api/lists/{id}'];
    expect(listed).toEqual(expect.arrayContaining(expected));
    // Only the `/api/lists` name of a call with two names is shown.
    expect(listed.filter((call) => call.includes('/api/file/'))).toEqual([]);
    const { paths, tags } = publicDocument(ORIGIN);
    expect(tags.map(({ name }) => name)).toEqual(['checks', 'lists', 'usage', 'webhooks']);
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(operations.toSorted()).toEqual(listed.toSorted());
    expect(JSON.stringify(paths)).not.toMatch(/\/api\/(users|register|login|me|stripe)\b/);
  });

  it('have notes in French if they have notes in English', () => {
    for (const { name, example } of publicCalls)
      expect([name, frenchCallTexts[name].notes !== undefined]).toEqual([
        name,
        example.notes !== undefined,
      ]);
  });

  it('have a curl command and fields', () => {
    const callNamed = (callName: string) => publicCalls.find(({ name }) => name === callName);
    const callNames = ['checkEmail', 'listRows', 'deleteFile', 'recheckFile'];
    const [check, rows, remove, recheck] = callNames.map(callNamed);
    if (!check || !rows || !remove || !recheck) throw new Error('A call is not documented');
    expect(curlOf(check, ORIGIN)).toBe(
      [
        `curl -s "${ORIGIN}/api/verify/email"`,
        '-H "x-api-key: $TAMIS_API_KEY"',
        "-H 'content-type: application/json'",
        `-d '{"email":"deliverable@sandbox.test"}'`,
      ].join(' \\\n  '),
    );
    expect(curlOf(rows, ORIGIN)).toContain('/rows?status=undeliverable');
    expect(curlOf(rows, ORIGIN)).not.toContain('-X');
    expect(curlOf(remove, ORIGIN)).toMatch(/^curl -s -X DELETE /);
    expect(curlOf(recheck, ORIGIN)).toMatch(/^curl -s -X POST /);
    const names = fieldsOf(rows.route.output, 'output').map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['data', 'data.rows', 'data.rows[].flags.role', 'data.next']),
    );
    expect(fieldsOf(check.route.body, 'input')).toEqual([
      { name: 'email', type: 'string', required: true },
      { name: 'timeout_s', type: 'integer', required: false },
      { name: 'wait', type: 'boolean', required: false },
    ]);
    for (const { route } of publicCalls)
      expect(fieldsOf(route.output, 'output').map(({ name }) => name)).toContain('data');
  });
});

it('shows the limit for paid accounts in the reference and in the guide', () => {
  const call = publicCalls.find(({ name }) => name === 'checkEmail');
  if (!call) throw new Error('checkEmail is not documented');
  const html = renderToStaticMarkup(
    createElement(Call, { call, language: 'en', origin: ORIGIN, message: String }),
  );
  const limit = '600 calls per minute';
  expect(html).toContain(`At most ${limit} per account`);
  expect(adaptGuide(guideIn('en'), ORIGIN)).toContain(`| ${limit}, 10 concurrent`);
});

it.each(LANGUAGES)('the guide in %s has the figures of the limits of single checks', (language) => {
  const policies = guides[language].matchAll(/"(\w+)";q=(\d+);w=(\d+)/g);
  const { check_paid: paid, check_user: other } = LIMITS;
  expect(
    Array.from(policies, ([, name, calls, window]) => [name, Number(calls), Number(window)]),
  ).toEqual([
    ['check_paid', paid.calls, paid.seconds],
    ['check_user', other.calls, other.seconds],
  ]);
});

it('the upload sample fails with a message if the file does not exist', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'tamis-docs-'));
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['-c', (samples['upload-list.sh'] ?? '').replaceAll(SAMPLE_ORIGIN, 'http://127.0.0.1:9')],
    { cwd, timeout: 8000, encoding: 'utf8' },
  );
  rmSync(cwd, { recursive: true });
  expect(status).toBeGreaterThan(0);
  expect(stdout).toBe('');
  expect(stderr).toContain('The upload failed');
});

describe.each(LANGUAGES)('the guide in %s', (language) => {
  const guide = guides[language];
  const composed = adaptGuide(guideIn(language), ORIGIN);

  it('has all figures and samples filled in, with the origin of the API', () => {
    expect(composed).not.toContain('{{');
    expect(composed).not.toContain(SAMPLE_ORIGIN);
    const [million, limit] = {
      en: ['1,000,000 addresses', '600 calls per minute'],
      fr: ['1\u00a0000\u00a0000 adresses', '600 appels par minute'],
    }[language];
    expect(composed).toContain(million);
    expect(composed).toContain(limit);
    expect(composed).toContain(`\`\`\`bash\ncurl -s ${ORIGIN}/api/verify/email`);
    expect(composed).toContain('<details><summary>Python</summary>\n\n```python\nimport os');
  });

  it('shows all samples in all programming languages', () => {
    for (const source of Object.values(samples))
      expect(composed).toContain(source.replaceAll(SAMPLE_ORIGIN, ORIGIN).trimEnd());
  });

  it('has the same sections, figures, samples, tables and code as the English guide', () => {
    const shape = (text: string) => [
      sectionsOf(text).map(({ depth }) => depth),
      text.match(/\{\{[\w-]+\}\}/g),
      text.match(/^\|/gm)?.length,
      text
        .match(/`[^`\n]+`/g)
        ?.filter((code) => !code.includes(' '))
        .toSorted(),
    ];
    expect(shape(guide)).toEqual(shape(guides.en));
  });

  it('mentions packages only if they are published, and is otherwise unchanged', () => {
    const published = adaptGuide(guideIn(language), ORIGIN, true);
    expect(published).not.toContain('{{');
    const install = /@tamis\/|(npm|pip) install|npx /;
    expect(composed).not.toMatch(install);
    expect(published).toMatch(install);
    const lines = (text: string) => text.split('\n').filter(Boolean);
    expect(lines(published).filter((line) => composed.includes(line))).toEqual(lines(composed));
  });

  it('throws if a sample is missing', () => {
    expect(() => composeGuide('{{no-such-sample}}', language)).toThrow('no-such-sample.sh');
  });
});
