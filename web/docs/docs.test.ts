import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { API_RATE_LIMITS } from '../../shared/contract/limits/limits.ts';
import { LANGUAGES } from '../../shared/model/account.ts';
import { formatAccuracy, composeGuide, loadGuide } from './compose-guide.ts';
import {
  extractPackageParagraphs,
  SAMPLE_ORIGIN,
  stripPackageParagraphs,
} from './guide-packages.ts';
import { headingIdsOf, Markdown, sectionsOf } from './markdown.tsx';
import {
  publicCalls,
  createPublicDocument,
} from '../../shared/contract/openapi/public-document.ts';

const SAMPLES = 'web/docs/samples';
const samples = Object.fromEntries(
  readdirSync(SAMPLES).map((name) => [name, readFileSync(`${SAMPLES}/${name}`, 'utf8')]),
);
const guides = {
  en: readFileSync('web/docs/guide.md', 'utf8'),
  fr: readFileSync('web/docs/guide.fr.md', 'utf8'),
};
const ORIGIN = 'https://api.tamis.example';

const guideAt = (language: 'en' | 'fr', origin: string): string =>
  stripPackageParagraphs(loadGuide(language)).replaceAll(SAMPLE_ORIGIN, origin);

describe('documented calls', () => {
  it('are exactly the calls that accept a key', () => {
    const listed = publicCalls.map(({ route: { method, path } }) => `${method} ${path}`);
    const expected = ['POST /api/verify/email', 'GET /api/lists/{id}/rows', 'POST /api/lists/{id}'];
    expect(listed).toEqual(expect.arrayContaining(expected));
    // If a call has two paths, only the one under `/api/lists` is listed.
    expect(listed.filter((call) => call.includes('/api/file/'))).toEqual([]);
    const { paths, tags } = createPublicDocument(ORIGIN);
    expect(tags.map(({ name }) => name)).toEqual([
      'checks',
      'lists',
      'bounces',
      'connections',
      'assistants',
      'usage',
      'webhooks',
    ]);
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(operations.toSorted()).toEqual(listed.toSorted());
    expect(JSON.stringify(paths)).not.toMatch(/\/api\/(users|register|login|me|stripe)\b/);
  });
});

it('code in the text can break between words, but the origin of the API stays whole', () => {
  const text = `\`no_such_mailbox\` \`${SAMPLE_ORIGIN}/api/lists\` \`&\``;
  const html = renderToStaticMarkup(Markdown({ text }));
  expect(Array.from(html.matchAll(/<code>(.*?)<\/code>/g), ([, code]) => code)).toEqual([
    'no_<wbr>such_<wbr>mailbox',
    `${SAMPLE_ORIGIN}/<wbr>api/<wbr>lists`,
    '&amp;',
  ]);
});

it('the guide states the measured accuracy with its interval, once there is one', () => {
  const measured = {
    at: '2026-11-26',
    reports: 41,
    statuses: { deliverable: { sent: 4213, bounced: 9 } },
  };
  expect(formatAccuracy('en', measured)).toMatch(
    /4,213 .* 9 .*\(0\.21%, 95% interval 0\.11% to 0\.41%\).* 41 /,
  );
  expect(formatAccuracy('fr', measured)).toMatch(/4\s213 .* 9 .*\(0,21\s%.* 0,11\s% à 0,41\s%\)/);
  expect(formatAccuracy('en', null)).toContain('not enough');
});

it.each(LANGUAGES)('the guide in %s states the rate limits of single checks', (language) => {
  const policies = guides[language].matchAll(/"(\w+)";q=(\d+);w=(\d+)/g);
  const { check_paid: paid, check_user: other } = API_RATE_LIMITS;
  expect(
    Array.from(policies, ([, name, calls, window]) => [name, Number(calls), Number(window)]),
  ).toEqual([
    ['check_paid', paid.calls, paid.seconds],
    ['check_user', other.calls, other.seconds],
  ]);
});

it('the sheet uses an idempotency key for a day, for which the service keeps the verdict', () => {
  const keys = ['2026-11-27T00:00:00Z', '2026-11-27T23:59:59Z', '2026-11-28T00:00:00Z'].map(
    (at) => {
      let key: unknown;
      const fetch = (_: string, { headers }: { headers: Record<string, unknown> }) => {
        key = headers['Idempotency-Key'];
        return { getContentText: () => '{"result":{"status":"deliverable"}}' };
      };
      const globals = {
        Date: function now() {
          return new Date(at);
        },
        UrlFetchApp: { fetch },
        Utilities: { base64EncodeWebSafe: btoa },
        PropertiesService: { getScriptProperties: () => ({ getProperty: () => 'k' }) },
      };
      const status: unknown = runInNewContext(
        `${samples['sheet.gs']}; VERIFY('a@b.test')`,
        globals,
      );
      expect(status).toBe('deliverable');
      return key;
    },
  );
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

it.each([
  ['upload-list.sh', 'The upload failed'],
  ['upload-large.sh', 'curl: '],
])('the sample %s fails with a message if the file does not exist', (name, message) => {
  const cwd = mkdtempSync(join(tmpdir(), 'tamis-docs-'));
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['-c', (samples[name] ?? '').replaceAll(SAMPLE_ORIGIN, 'http://127.0.0.1:9')],
    { cwd, timeout: 60_000, encoding: 'utf8' },
  );
  rmSync(cwd, { recursive: true });
  expect(status).toBeGreaterThan(0);
  expect(stdout).toBe('');
  expect(stderr).toContain(message);
});

describe.each(LANGUAGES)('the guide in %s', (language) => {
  const guide = guides[language];
  const composed = guideAt(language, ORIGIN);

  it('has all figures and samples filled in, with the origin of the API', () => {
    expect(composed).not.toContain('{{');
    expect(composed).not.toContain(SAMPLE_ORIGIN);
    const [million, limit] = {
      en: ['1,000,000 addresses', '600 calls per minute'],
      fr: ['1\u00a0000\u00a0000 adresses', '600 appels par minute'],
    }[language];
    expect(composed).toContain(million);
    expect(composed).toContain(limit);
    // The first code block must be the first API call of the guide.
    expect(/^```bash\n(.+)/m.exec(composed)?.[1]).toContain(`curl -s ${ORIGIN}/api/verify/email`);
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

  it('names our packages only in the paragraphs for stages that have published them', () => {
    const install = /@tamis\/|pip install tamis|npx /;
    expect(composed).not.toMatch(install);
    const paragraphs = extractPackageParagraphs(loadGuide(language));
    expect(paragraphs[0]).toMatch(install);
    expect(paragraphs.join()).not.toContain('{{');
    const places = stripPackageParagraphs(loadGuide(language), '<div data-packages></div>\n\n');
    expect(places.match(/data-packages/g)).toHaveLength(paragraphs.length);
  });

  it('links to sections that exist', () => {
    const targets = Array.from(composed.matchAll(/\]\(#([^)]+)\)/g), ([, id]) => id);
    expect(targets.length).toBeGreaterThan(0);
    expect(headingIdsOf(guideAt('en', ORIGIN))).toEqual(
      expect.arrayContaining([...targets, 'receive-webhooks']),
    );
  });

  it('throws if a sample is missing', () => {
    expect(() => composeGuide('{{no-such-sample}}', language)).toThrow('no-such-sample');
  });
});
