import { createElement, lazy, useState, type ComponentType } from 'react';
import { withTexts } from '../i18n/i18n.ts';
import type { Part } from '../i18n/texts.ts';

/**
 * The component that a module exports, loaded with its texts when it is first shown; `preload` loads
 * it before. Once it is loaded, it is shown at once, as React reveals what it has waited for up to
 * 300 ms later
 * (`FALLBACK_THROTTLE_MS` in https://github.com/facebook/react/blob/v19.2.0/packages/react-reconciler/src/ReactFiberWorkLoop.js).
 */
export function lazyPage(
  load: () => Promise<Readonly<Record<string, ComponentType>>>,
  ...texts: Part[]
) {
  let loaded: ComponentType | undefined;
  const preload = async () => {
    [loaded] = Object.values(await withTexts(load(), ...texts));
    if (loaded === undefined) throw new TypeError('The module of a page exports no component');
    return { default: loaded };
  };
  const Later: ComponentType = lazy(preload);
  /** Stays what it was when it was first shown, so that it keeps its state. */
  function Page() {
    const [{ Component }] = useState(() => ({ Component: loaded ?? Later }));
    return createElement(Component);
  }
  return Object.assign(Page, { preload });
}
