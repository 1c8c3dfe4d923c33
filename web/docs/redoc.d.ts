declare module 'redoc/bundles/redoc.standalone.js' {
  import type { RedocRawOptions } from 'redoc';

  /** Shows a document in an element; once more with other options replaces it. */
  export function init(
    document: object,
    options: RedocRawOptions,
    element: HTMLElement,
    done?: () => void,
  ): void;
}
