import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { manifestOf } from '../../packages/manifests.ts';

const root = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** n8n accepts only packages with this license. */
const N8N = 'packages/n8n/package.json';
const paths = globSync('{packages,lab}/*/package.json');
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;

describe.each(paths)('%s', (path) => {
  it('has the version, license and URLs of the repository', () => {
    expect(manifestOf(path)).toBe(readFileSync(path, 'utf8'));
    const given = { ...root, version: '9.0.0', license: 'ISC', homepage: 'https://new.test/' };
    const text = manifestOf(path, JSON.stringify(given));
    expect(JSON.parse(text)).toMatchObject({
      version: '9.0.0',
      license: path === N8N ? 'MIT' : 'ISC',
      homepage: 'https://new.test/',
      repository: { directory: path.replace('/package.json', '') },
    });
    expect(text).not.toMatch(/"@tamis\/\w+": "0/);
  });

  it('has a README that begins with its name', () => {
    const readme = readFileSync(path.replace('package.json', 'README.md'), 'utf8');
    expect(readme.startsWith(`# ${String(read(path)['name'])}\n`)).toBe(true);
  });
});

it.each(paths.filter((path) => !('private' in read(path))))(
  '%s declares a description, keywords, engines, exports and files',
  (path) => {
    expect(read(path)).toMatchObject({
      description: expect.stringMatching(/^[A-Z].{20,}/),
      keywords: expect.arrayContaining(['email']),
      engines: { node: expect.stringMatching(/^>=/) },
      exports: expect.any(Object),
      files: ['dist'],
    });
  },
);

it('source code contains no other version', () => {
  const sources = globSync('packages/{cli,client,mcp}/src/*.ts').filter(
    (path) => !path.includes('test'),
  );
  const versions = sources.flatMap(
    (path) => readFileSync(path, 'utf8').match(/(?<=')\d+\.\d+\.\d+(?=')/g) ?? [],
  );
  expect(versions.filter((version) => version !== root.version)).toEqual([]);
  expect(versions).toHaveLength(3);
});
