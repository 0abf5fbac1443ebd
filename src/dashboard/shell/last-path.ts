import { createContext, type RefObject } from 'react';

/** The path of the page shown last in this tab; null before the first. Outlives the pages themselves. */
export const LastPathContext = createContext<RefObject<string | null> | null>(null);
