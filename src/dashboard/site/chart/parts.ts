import { bucketedInView } from './bucketed-drawing.ts';
import { ChartTools } from './chart-tools.tsx';
import { DragZoom } from './drag-zoom.tsx';
import { Multiples } from './multiples.tsx';

/** Loaded on demand as one file, since each part is small. */
export const deferredChartParts = { bucketedInView, ChartTools, DragZoom, Multiples };
