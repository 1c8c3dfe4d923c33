import '../src/ui/fonts.css';
import '../src/ui/tokens.css';
import '../src/ui/base.css';
import styles from './docs.module.css';
import { SAMPLE_ORIGIN } from './guide-packages.ts';
import { applySavedTheme } from './apply-theme.ts';

/**
 * The parts of the static pages that need JavaScript: copy buttons, and content that depends on the
 * reader or the stage.
 */

applySavedTheme();

const language = localStorage.getItem('language') ?? navigator.language;
const [, folder] = /^\/(docs|prices|start)\/?$/.exec(location.pathname) ?? [];
if (folder !== undefined && /^fr\b/i.test(language))
  location.replace(`/${folder}/fr.html${location.hash}`);

for (const link of document.querySelectorAll<HTMLElement>('header > [lang]'))
  link.addEventListener('click', () => localStorage.setItem('language', link.lang));

// Vite would leave out a stylesheet whose classes no script uses.
const main = `.${styles.main}`;

for (const code of document.querySelectorAll(`${main} code`))
  if (code.textContent.includes(SAMPLE_ORIGIN))
    code.innerHTML = code.innerHTML.replaceAll(SAMPLE_ORIGIN, location.origin);

for (const button of document.querySelectorAll<HTMLButtonElement>(`${main} button`))
  button.hidden = false;

async function copyAdjacentCode({ target }: Event): Promise<void> {
  const code = target instanceof HTMLButtonElement ? target.nextElementSibling : null;
  if (!(target instanceof HTMLButtonElement) || !(code instanceof HTMLPreElement)) return;
  await navigator.clipboard.writeText(code.textContent.trimEnd());
  const label = target.textContent;
  target.textContent = target.dataset['copied'] ?? label;
  setTimeout(() => (target.textContent = label), 2000);
}
document.addEventListener('click', (event) => void copyAdjacentCode(event));

const places = document.querySelectorAll('[data-packages]');

async function showPackages(): Promise<void> {
  const { packagesPublished } = await fetchJson<{ packagesPublished?: unknown }>('/config.json');
  if (packagesPublished !== true) return;
  const paragraphs = await fetchJson<string[]>(
    `/docs/packages.${document.documentElement.lang}.json`,
  );
  for (const [index, place] of places.entries()) place.innerHTML = paragraphs[index] ?? '';
}
const fetchJson = async <T>(path: string): Promise<T> => (await (await fetch(path)).json()) as T;
if (places.length > 0) void showPackages();
