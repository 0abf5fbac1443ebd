import { createContext } from 'react';

/** ID of the series drawn in front of the others because its label is hovered or focused; null if there is none. */
export const FrontSeries = createContext<string | null>(null);
