import { useEffect } from 'react';

export const hasFiles = (data: DataTransfer | null): boolean =>
  data?.types.includes('Files') === true;

/**
 * Prevents the browser from opening files that are dropped outside the drop zone. This requires
 * canceling both `dragover` and `drop` (HTML 6.11).
 */
export function usePreventStrayDrops(): void {
  useEffect(() => {
    const preventDrop = (event: DragEvent): void => {
      if (hasFiles(event.dataTransfer)) event.preventDefault();
    };
    const controller = new AbortController();
    for (const name of ['dragover', 'drop'] as const)
      document.addEventListener(name, preventDrop, { signal: controller.signal });
    return () => controller.abort();
  }, []);
}
