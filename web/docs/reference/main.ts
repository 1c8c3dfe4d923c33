import '../../src/ui/fonts.css';
import '../../src/ui/tokens.css';
import '../../src/ui/base.css';
import { applySavedTheme } from '../apply-theme.ts';

/** URL of the library, which web/reference-library.ts publishes. */
declare const REFERENCE_LIBRARY: string;
interface Library {
  createApiReference: (element: Element, options: object) => void;
}

const isDark = applySavedTheme();

const placeholder = document.querySelector('#reference');
if (placeholder === null) throw new TypeError('The page has no #reference element');

const container = document.createElement('div');
container.className = 'reference-loading';
placeholder.after(container);

function isVisible(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/**
 * Shows the reference once its sidebar exists and no placeholder is in view. Until then, the
 * content would move, because the placeholders of sections have a different height.
 */
function revealOnceComplete(): void {
  const boxes = [...container.querySelectorAll('[data-placeholder=true]')];
  if (container.querySelector('aside') === null || boxes.some(isVisible)) {
    setTimeout(revealOnceComplete, 50);
    return;
  }
  placeholder?.remove();
  container.classList.remove('reference-loading');
}

/** Programming languages whose samples are hidden, so that the choice fits on a phone. */
const OTHER_LANGUAGES = ['c', 'clojure', 'dart', 'fsharp', 'http', 'kotlin', 'objc', 'ocaml', 'r'];

const [{ createApiReference }, content] = await Promise.all([
  import(/* @vite-ignore */ REFERENCE_LIBRARY) as Promise<Library>,
  fetch('/docs/openapi.json').then((response) => response.json()),
]);
createApiReference(container, {
  content,
  baseServerURL: location.origin,
  // The next options prevent requests to other sites.
  telemetry: false,
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideTestRequestButton: true,
  hideClientButton: true,
  theme: 'none',
  forceDarkModeState: isDark ? 'dark' : 'light',
  hideDarkModeToggle: true,
  documentDownloadType: 'none',
  hideModels: true,
  hiddenClients: OTHER_LANGUAGES,
  authentication: { preferredSecurityScheme: 'apiKey' },
  onLoaded: revealOnceComplete,
});
