import { createContext } from 'react';

/** ID of the hovered or focused series, which is drawn in front of the others. */
export const FrontSeries = createContext<string | null>(null);
