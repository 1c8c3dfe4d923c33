import { rate } from '../../shared/contract/limit-text.ts';
import { WELCOME_CREDITS } from '../../shared/model/credits.ts';
import { MAX_ADDRESSES, MAX_UPLOAD_BYTES } from '../../shared/model/upload-limits.ts';

/** The origin that samples are written with; readers see the one of the API they use. */
export const SAMPLE_ORIGIN = 'http://localhost:3000';

/** Text of the files in samples/, by their names. */
export type Samples = Readonly<Record<string, string>>;

/** The languages of samples, in the order they are shown in. */
const LANGUAGES = [
  { ending: 'sh', label: 'curl', lang: 'bash' },
  { ending: 'mjs', label: 'JavaScript', lang: 'javascript' },
  { ending: 'py', label: 'Python', lang: 'python' },
] as const;

interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/**
 * A sample in every language, for the API at an origin.
 * @throws {TypeError} when one is missing
 */
export const codeSamples = (samples: Samples, name: string, origin: string): CodeSample[] =>
  LANGUAGES.map(({ ending, label, lang }) => {
    const source = samples[`${name}.${ending}`];
    if (source === undefined) throw new TypeError(`There is no sample ${name}.${ending}`);
    return { lang, label, source: source.replaceAll(SAMPLE_ORIGIN, origin) };
  });

/** The first language at once, the others when they are opened. */
const block = ({ lang, label, source }: CodeSample, index: number): string => {
  const fence = ['```' + lang, source.trimEnd(), '```'].join('\n');
  if (index === 0) return fence;
  return `<details><summary>${label}</summary>\n\n${fence}\n\n</details>`;
};

const FACTS: Readonly<Record<string, string>> = {
  max_addresses: MAX_ADDRESSES.toLocaleString('en'),
  max_upload: `${MAX_UPLOAD_BYTES / 1024 ** 2} MB`,
  welcome: String(WELCOME_CREDITS),
  signup: '/signup',
  ...Object.fromEntries(
    (['key_user', 'check_user', 'upload_user', 'poll_user'] as const).map((name) => [
      name,
      rate(name),
    ]),
  ),
};

/** Fills in the guide, where `{{name}}` is a figure of the product or a sample in all languages. */
export const composeGuide = (guide: string, samples: Samples, origin: string): string =>
  guide.replaceAll(
    /\{\{([\w-]+)\}\}/g,
    (_, name: string) => FACTS[name] ?? codeSamples(samples, name, origin).map(block).join('\n\n'),
  );
