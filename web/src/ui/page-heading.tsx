import { useEffect, useRef } from 'react';
import { PRODUCT_NAME } from '../../../shared/model/product.ts';

interface Props {
  title: string;
  /** Title of the browser tab, if it differs. */
  tabTitle?: string | undefined;
}

/** Whether a page was shown before, which means that the user navigated to this one. */
let navigated = false;

/**
 * The heading of a page. It sets the tab title, and gets the focus after a navigation, unless a
 * field of the page has it.
 */
export function PageHeading({ title, tabTitle = title }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const inField = document.activeElement instanceof HTMLInputElement;
    if (navigated && !inField) heading.current?.focus({ preventScroll: true });
    navigated = true;
  }, []);
  return (
    <>
      <title>{`${tabTitle} – ${PRODUCT_NAME}`}</title>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
    </>
  );
}
