import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { codeSamples, composeGuide, SAMPLE_ORIGIN } from './compose-guide.ts';
import { describeApi } from './describe-api.ts';

const SAMPLES = 'web/docs/samples';
const samples = Object.fromEntries(
  readdirSync(SAMPLES).map((name) => [name, readFileSync(`${SAMPLES}/${name}`, 'utf8')]),
);
const guide = readFileSync('web/docs/guide.md', 'utf8');
const ORIGIN = 'https://api.tamis.example';

describe('the guide', () => {
  const composed = composeGuide(guide, samples, ORIGIN);

  it('has every figure and sample filled in, for the API it is read at', () => {
    expect(composed).not.toContain('{{');
    expect(composed).not.toContain(SAMPLE_ORIGIN);
    expect(composed).toContain('list of up to 1,000,000 addresses');
    expect(composed).toMatch(/^\| verify one address +\| 60 calls in a minute/m);
    expect(composed).toContain(`\`\`\`bash\ncurl -s ${ORIGIN}/api/verify/email`);
    expect(composed).toContain('<details><summary>Python</summary>\n\n```python\nimport os');
  });

  it('shows every sample there is, each in all languages', () => {
    const names = new Set(Object.keys(samples).map((name) => name.replace(/\.\w+$/, '')));
    for (const name of names) {
      const shown = codeSamples(samples, name, ORIGIN);
      expect(shown.map(({ label }) => label)).toEqual(['curl', 'JavaScript', 'Python']);
      for (const { source } of shown) expect(composed).toContain(source.trimEnd());
    }
  });

  it('with a sample that is missing is refused', () => {
    expect(() => composeGuide('{{no-such-sample}}', samples, ORIGIN)).toThrow('no-such-sample.sh');
  });
});

describe('the document of the site', () => {
  const document = describeApi(guide, samples, ORIGIN);

  it('has each part in one group: with a key first, then what the web app calls', () => {
    const [verification, others] = document['x-tagGroups'];
    expect(verification?.tags).toEqual(['checks', 'lists', 'usage']);
    expect([...(verification?.tags ?? []), ...(others?.tags ?? [])].toSorted()).toEqual(
      document.tags.map(({ name }) => name).toSorted(),
    );
  });

  it('shows samples beside their calls', () => {
    const labels = ['curl', 'JavaScript', 'Python'].map((label) => ({ label }));
    expect(document.paths['/api/verify/email']?.['post']).toMatchObject({
      'x-codeSamples': labels,
    });
    expect(document.paths['/api/download']?.['post']).toMatchObject({ 'x-codeSamples': labels });
    expect(document.paths['/api/me']?.['get']).not.toHaveProperty('x-codeSamples');
  });
});
