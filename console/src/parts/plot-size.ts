/** How wide a chart is on the screen, so that it fills its card and its words keep their size. */
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

export interface PlotSize {
  readonly place: RefObject<HTMLDivElement | null>;
  readonly width: number;
}

const [USUAL, LEAST] = [560, 240];

export function usePlotSize(): PlotSize {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(USUAL);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return;
    const measure = () => {
      const { clientWidth } = element;
      // folded away it has none; then it is measured when it is opened
      if (clientWidth > 0) setWidth(Math.max(LEAST, clientWidth));
    };
    measure();
    const watching = new ResizeObserver(measure);
    watching.observe(element);
    return () => watching.disconnect();
  }, []);
  return { place, width };
}
