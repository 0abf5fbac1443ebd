import { createContext, type RefObject } from 'react';

/**
 * The path of the page shown most recently since the dashboard was loaded; null before the first. The ref outlives each
 * page.
 */
export const LastPathContext = createContext<RefObject<string | null> | null>(null);
