import { elementIds } from './element-ids.ts';

/**
 * Whether an element is a control, rather than a part of the page, such as its content or a chart, that gets the focus
 * from a click beside its controls.
 */
export const isControl = (element: Element | null): boolean =>
  element instanceof HTMLElement && (element.tabIndex >= 0 || element.matches('a, button'));

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
