import { useEffect, useRef, type ReactNode } from 'react';
import { PRODUCT_NAME } from '../lib/product.ts';

interface Props {
  title: string;
  /** What the browser's tab says instead of the title. */
  tab?: string | undefined;
  children?: ReactNode;
}

/** Whether a page was shown before, in which case this one was navigated to. */
let navigated = false;

/** The one heading of a page: names the tab and takes the focus when the page is navigated to. */
export function PageHeading({ title, tab = title, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (navigated) heading.current?.focus({ preventScroll: true });
    navigated = true;
  }, []);
  return (
    <>
      <title>{`${tab} – ${PRODUCT_NAME}`}</title>
      <h1 ref={heading} tabIndex={-1}>
        {children ?? title}
      </h1>
    </>
  );
}
