import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import styles from './answer-text.module.css';

/** The minimum number of pixels between a label and either side of the window. */
const minEdgeGap = 8;
/** The maximum width of a label, in pixels. */
const maxLabelWidth = 320;

/** The mark at or around the target of an event. */
const markAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-label]') : null;

/** Whether a line of text has been scrolled out of the visible part of an element around it. */
function isScrolledAway(mark: HTMLElement, line: DOMRect): boolean {
  for (let ancestor = mark.parentElement; ancestor; ancestor = ancestor.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(ancestor);
    if (![overflowX, overflowY].some((overflow) => /auto|scroll/.test(overflow))) continue;
    const { left, right, top, bottom } = ancestor.getBoundingClientRect();
    if (line.bottom < top || line.top > bottom || line.right < left || line.left > right)
      return true;
  }
  return false;
}

/** Where in the window to show the label of a mark; null while the mark is out of sight. */
function labelPositionOf(mark: HTMLElement): { left: number; top: number } | null {
  const [line] = mark.getClientRects();
  if (!line || isScrolledAway(mark, line)) return null;
  const { clientWidth } = document.documentElement;
  const left = Math.max(minEdgeGap, Math.min(line.left, clientWidth - maxLabelWidth - minEdgeGap));
  return { left, top: line.bottom + 2 };
}

interface LabelProps {
  mark: HTMLElement;
  onHide: () => void;
}

/** The label of a mark, below the mark's first line. Follows the mark when anything scrolls. Escape hides the label. */
function Label({ mark, onHide }: LabelProps) {
  const [position, setPosition] = useState(() => labelPositionOf(mark));
  const isVisible = position !== null;
  useLayoutEffect(() => {
    const follow = () => setPosition(labelPositionOf(mark));
    follow();
    document.addEventListener('scroll', follow, { capture: true });
    window.addEventListener('resize', follow);
    return () => {
      document.removeEventListener('scroll', follow, { capture: true });
      window.removeEventListener('resize', follow);
    };
  }, [mark]);
  useEffect(() => {
    if (!isVisible) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Otherwise Escape would also close the dialog around the answer.
      event.preventDefault();
      onHide();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isVisible, onHide]);
  if (!position) return null;
  return (
    // Hidden from screen readers, since the mark's description says the same.
    <div className={styles['label']} style={position} aria-hidden="true">
      {mark.dataset['label']}
    </div>
  );
}

/** Shows the label of a mark among the children while the mark is hovered or focused. */
export function MarkLabels({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [mark, setMark] = useState<HTMLElement | null>(null);
  const hide = useCallback(() => setMark(null), []);
  useEffect(() => {
    const element = box.current;
    const show = ({ target }: Event) => setMark(markAt(target));
    element?.addEventListener('pointerover', show);
    element?.addEventListener('pointerleave', hide);
    element?.addEventListener('focusin', show);
    element?.addEventListener('focusout', hide);
    return () => {
      element?.removeEventListener('pointerover', show);
      element?.removeEventListener('pointerleave', hide);
      element?.removeEventListener('focusin', show);
      element?.removeEventListener('focusout', hide);
    };
  }, [hide]);
  return (
    <div ref={box}>
      {children}
      {mark && <Label mark={mark} onHide={hide} />}
    </div>
  );
}
