import { createContext, type RefObject } from 'react';

/** The path of the last page shown in this tab; null before the first. Kept from page to page. */
export const LastPathContext = createContext<RefObject<string | null> | null>(null);
