import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

export const HeaderSlotContext = createContext<HTMLElement | null>(null);

/** Renders a page's controls in the header, before the header's tools. */
export function HeaderSlot({ children }: { children: ReactNode }) {
  const slot = useContext(HeaderSlotContext);
  return slot && createPortal(children, slot);
}
