import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './answer-text.module.css';

interface ShownLabel {
  text: string;
  left: number;
  top: number;
}

/** Smallest gap between a label and the window's edge, and a label's greatest width, in pixels. */
const margin = 8;
const widest = 320;

function labelFor(target: EventTarget | null): ShownLabel | null {
  const mark = target instanceof Element ? target.closest<HTMLElement>('[data-label]') : null;
  const text = mark?.dataset['label'];
  const [line] = mark?.getClientRects() ?? [];
  if (text === undefined || !line) return null;
  const { clientWidth } = document.documentElement;
  const left = Math.max(margin, Math.min(line.left, clientWidth - widest - margin));
  return { text, left, top: line.bottom + 2 };
}

/** Shows the brand of a mark within it while the mark is hovered or focused. Escape hides it. */
export function MarkLabels({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<ShownLabel | null>(null);
  const isShown = shown !== null;
  useEffect(() => {
    const element = box.current;
    const show = ({ target }: Event) => setShown(labelFor(target));
    const hide = () => setShown(null);
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
  }, []);
  useEffect(() => {
    if (!isShown) return;
    const hide = () => setShown(null);
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Otherwise it would also close the dialog around the answer.
      event.preventDefault();
      hide();
    };
    document.addEventListener('keydown', press);
    // A label does not follow its mark, so it disappears when the mark may move.
    document.addEventListener('scroll', hide, { capture: true });
    return () => {
      document.removeEventListener('keydown', press);
      document.removeEventListener('scroll', hide, { capture: true });
    };
  }, [isShown]);
  return (
    <div ref={box}>
      {children}
      {shown && (
        // Hidden from screen readers, since the mark's description says the same.
        <div
          className={styles['label']}
          style={{ left: shown.left, top: shown.top }}
          aria-hidden="true"
        >
          {shown.text}
        </div>
      )}
    </div>
  );
}
