import { createElement, lazy, useState, type ComponentType } from 'react';
import { withTexts } from '../i18n/i18n.ts';
import type { TextPart } from '../i18n/texts.ts';

/**
 * Creates a component that loads a module and its texts lazily; `preload` loads them in advance. A
 * preloaded component renders synchronously, because React delays suspended content by up to 300 ms
 * (`FALLBACK_THROTTLE_MS` in
 * https://github.com/facebook/react/blob/v19.2.0/packages/react-reconciler/src/ReactFiberWorkLoop.js).
 */
export function lazyPage(
  load: () => Promise<Readonly<Record<string, ComponentType>>>,
  ...texts: TextPart[]
) {
  let loaded: ComponentType | undefined;
  const preload = async () => {
    [loaded] = Object.values(await withTexts(load(), ...texts));
    if (loaded === undefined) throw new TypeError('The module of a page exports no component');
    return { default: loaded };
  };
  const LazyComponent: ComponentType = lazy(preload);
  /** Keeps the component of the first render, because another one would lose the state. */
  function Page() {
    const [{ Component }] = useState(() => ({ Component: loaded ?? LazyComponent }));
    return createElement(Component);
  }
  return Object.assign(Page, { preload });
}
