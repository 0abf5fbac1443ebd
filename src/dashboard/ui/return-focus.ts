import { elementIds } from './element-ids.ts';

/** Whether focus is on an element, rather than on none or on the page's content, which a click beside controls focuses. */
export const isFocusPlaced = (): boolean =>
  document.activeElement !== document.body && document.activeElement?.id !== elementIds.content;

/**
 * Moves focus back to the element that opened a dialog. If that element is gone, focuses the one that has replaced it
 * under the same ID. If it is in a popover that has closed since, focuses the popover's button, and otherwise the page's
 * content.
 * @param opener the element that had the focus before; the body if none had it
 */
export function returnFocus(opener: Element | null): void {
  const popover = opener?.closest('[popover]');
  const candidates = [
    opener === document.body ? null : opener,
    opener?.id ? document.getElementById(opener.id) : null,
    popover ? document.querySelector(`[popovertarget="${CSS.escape(popover.id)}"]`) : null,
    document.getElementById(elementIds.content),
  ];
  for (const candidate of candidates) {
    if (!(candidate instanceof HTMLElement)) continue;
    // Has no effect on an element that is hidden or no longer in the page.
    candidate.focus({ preventScroll: true });
    if (document.activeElement === candidate) return;
  }
}
