/** Pixels across a chart on A4 or Letter, upright, within the page's margins and the chart's card. */
const paperWidth = 660;

/** How much a chart as wide as this must shrink to fit on paper; never more than its own size. */
export const paperZoom = (width: number): number => Math.min(1, paperWidth / Math.max(1, width));

function measure(): void {
  const chart = document.querySelector('figure > div');
  const zoom = paperZoom(chart?.clientWidth ?? 0);
  document.documentElement.style.setProperty('--paper-zoom', String(zoom));
}

/**
 * Sizes charts for paper, from now until the returned function is called. A chart is laid out in pixels of
 * the window, and printing gives it no time to do so again.
 */
export function watchPrinting(): () => void {
  window.addEventListener('beforeprint', measure);
  return () => window.removeEventListener('beforeprint', measure);
}
