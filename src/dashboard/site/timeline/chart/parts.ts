import { inBuckets } from './bucketed-drawing.ts';
import { ChartTools } from './chart-tools.tsx';
import { DragZoom } from './drag-zoom.tsx';
import { Multiples } from './multiples.tsx';

/** The parts of the chart that a first view does not need: one file, since each is small. */
export const parts = { inBuckets, ChartTools, DragZoom, Multiples };
