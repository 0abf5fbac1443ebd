import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

export const HeaderSlotContext = createContext<HTMLElement | null>(null);

/** Puts a page's own control into the header, before the header's own tools. */
export function HeaderSlot({ children }: { children: ReactNode }) {
  const slot = useContext(HeaderSlotContext);
  return slot && createPortal(children, slot);
}
