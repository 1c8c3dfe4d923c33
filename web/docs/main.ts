import { init } from 'redoc/bundles/redoc.standalone.js';
import { PRODUCT_NAME } from '../../shared/model/product.ts';
import '../src/ui/fonts.css';
import '../src/ui/tokens.css';
import '../src/ui/base.css';
import './docs.css';
import { loadConfig } from '../src/lib/config.ts';
import { describeApi } from './describe-api.ts';
import guide from './guide.md?raw';
import { redocTheme } from './theme.ts';

const samples = import.meta.glob<string>('./samples/*', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const byName = Object.fromEntries(
  Object.entries(samples).map(([path, text]) => [path.replace('./samples/', ''), text]),
);

const root = document.getElementById('docs');
if (root === null) throw new TypeError('The page has no #docs');

const { apiHost } = await loadConfig(fetch);
const origin = apiHost || location.origin;
const described = describeApi(guide, byName, origin);
document.title = `${PRODUCT_NAME} API documentation`;

const dark = matchMedia('(prefers-color-scheme: dark)');

/** Light or dark as the web app is: what the user chose there, else what the system says. */
function show(element: HTMLElement): void {
  const chosen = localStorage.getItem('theme');
  const system = dark.matches ? 'dark' : 'light';
  document.documentElement.dataset['theme'] =
    chosen === 'light' || chosen === 'dark' ? chosen : system;
  init(
    described,
    {
      theme: redocTheme(),
      downloadUrls: [{ title: 'openapi.json', url: `${origin}/api/openapi.json` }],
      hideSchemaPattern: true,
      jsonSamplesExpandLevel: 4,
      requiredPropsFirst: true,
      scrollYOffset: 0,
    },
    element,
  );
}
dark.addEventListener('change', () => show(root));
show(root);
