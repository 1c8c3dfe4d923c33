import { useEffect, useRef } from 'react';
import { PRODUCT_NAME } from '../../../shared/model/product.ts';

interface Props {
  title: string;
  /** Title of the browser tab, if it differs from the heading. */
  tabTitle?: string | undefined;
}

/** Whether an earlier page was shown, so that the current page is the result of a navigation. */
let navigated = false;

/** Sets the tab's title. Gets the focus after a navigation, unless a field has it. */
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
