import type { Texts } from './texts.ts';

const CSS = `
:host { display: block; font: var(--tamis-font, inherit); color: var(--tamis-color, inherit); }
p { margin: var(--tamis-gap, 4px) 0 0; font-size: var(--tamis-size, 0.875em); text-align: start; overflow-wrap: anywhere; }
p:empty { display: none; }
button { all: unset; cursor: pointer; color: var(--tamis-accent, inherit); text-decoration: underline; padding-block: 4px; }
button:focus-visible { outline: 2px solid; outline-offset: 2px; border-radius: 2px; }
`;

export interface FieldNote {
  showText(text: string): void;
  offer(texts: Texts['meant'], address: string, onAccept: () => void): void;
  clear(): void;
  remove(): void;
}

/**
 * Creates the line below a field. It is added to the page on focus, so that screen readers announce
 * later changes.
 */
export function createFieldNote(input: HTMLInputElement, signal: AbortSignal): FieldNote {
  const host = document.createElement('tamis-note');
  const line = document.createElement('p');
  line.setAttribute('role', 'status');
  const root = host.attachShadow({ mode: 'open' });
  // A constructed style sheet, because a strict content security policy forbids inline styles.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(CSS);
  root.adoptedStyleSheets = [sheet];
  root.append(line);
  const attach = (): void => {
    if (!host.isConnected) (input.closest('label') ?? input).after(host);
  };
  input.addEventListener('focus', attach, { signal });
  return {
    showText(text) {
      attach();
      line.textContent = text;
    },
    offer([before, after], address, onAccept) {
      attach();
      // Replacing the button would lose its focus, or a click in progress.
      if (line.querySelector('button')?.textContent === address) return;
      const button = document.createElement('button');
      button.type = 'button';
      button.dir = 'ltr';
      button.textContent = address;
      button.addEventListener('click', onAccept);
      line.replaceChildren(before, button, after);
    },
    clear: () => line.replaceChildren(),
    remove: () => host.remove(),
  };
}
