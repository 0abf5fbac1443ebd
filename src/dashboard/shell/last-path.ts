import { createContext, type RefObject } from 'react';

/** The path of the last page shown in this tab; null before the first. The ref outlives each page. */
export const LastPathContext = createContext<RefObject<string | null> | null>(null);
