import { startTransition, useEffect, useState } from 'react';
import { waitUntilFrameShown } from '../../ui/after-frame.ts';

type Plot = typeof import('./plot.tsx').Plot;

let plotRequest: Promise<void> | undefined;
/** Undefined until the plot has loaded, and null if loading failed. */
let loadedPlot: Plot | null | undefined;

/** Loads the plot once. Recharts is large, so what is above the chart is shown first. */
function loadPlot(): Promise<void> {
  plotRequest ??= waitUntilFrameShown()
    .then(() => import('./plot.tsx'))
    .then(
      ({ Plot }) => Plot,
      () => null,
    )
    .then((plot) => {
      loadedPlot = plot;
    });
  return plotRequest;
}

/** The plot of a chart: undefined until its code has loaded, and null if loading failed. */
export function usePlot(): Plot | null | undefined {
  const [plot, setPlot] = useState(() => loadedPlot);
  useEffect(() => {
    if (plot === undefined) {
      void loadPlot().then(() => startTransition(() => setPlot(() => loadedPlot)));
    }
  }, [plot]);
  return plot;
}
