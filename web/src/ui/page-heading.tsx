import { useEffect, useRef, type ReactNode } from 'react';
import { PRODUCT_NAME } from '../lib/product.ts';

/** Whether a page was shown before, in which case this one was navigated to. */
let navigated = false;

/** The one heading of a page: names the tab and takes the focus when the page is navigated to. */
export function PageHeading({ title, children }: { title: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (navigated) heading.current?.focus({ preventScroll: true });
    navigated = true;
  }, []);
  return (
    <>
      <title>{`${title} – ${PRODUCT_NAME}`}</title>
      <h1 ref={heading} tabIndex={-1}>
        {children ?? title}
      </h1>
    </>
  );
}
