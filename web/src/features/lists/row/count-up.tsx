import { useEffect, useRef, useState } from 'react';
import { useFormat } from '../../../lib/use-format.ts';

const DURATION_MS = 700;
const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

interface Props {
  value: number;
  /** Initial figure. By default, only changes after the first render are animated. */
  from?: number | undefined;
}

/** Animates each change of a figure, unless the user prefers reduced motion. */
export function CountUp({ value, from = value }: Props) {
  const format = useFormat();
  const [shown, setShown] = useState(() =>
    from !== value && matchMedia(REDUCED_MOTION).matches ? value : from,
  );
  const latest = useRef(shown);
  useEffect(() => {
    const start = latest.current;
    const show = (next: number): void => {
      latest.current = next;
      setShown(next);
    };
    if (start === value) return undefined;
    if (matchMedia(REDUCED_MOTION).matches) {
      show(value);
      return undefined;
    }
    const startedAt = performance.now();
    const step = (): void => {
      const progress = Math.min(1, (performance.now() - startedAt) / DURATION_MS);
      show(Math.round(value - (value - start) * (1 - progress) ** 3));
      if (progress < 1) frame = requestAnimationFrame(step);
    };
    let frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return format.number(shown);
}
