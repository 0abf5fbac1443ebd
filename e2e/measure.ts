import type { Page } from '@playwright/test';

/** Lets two frames pass, so that what follows the window's size has followed it. */
export const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );

/** What scrolls sideways, with how far: the page itself, or anything in it but tables in a scroller of their own. */
export const pixelsTooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('body, body *')].flatMap((element) => {
      const pixels = element.scrollWidth - element.clientWidth;
      const isPage = element === document.documentElement;
      const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowX);
      // A field of one line scrolls by itself, as does a table in its own scroller.
      const mayScroll = element.matches('input, textarea, section:has(> table)');
      if (pixels <= 0 || mayScroll || !(isPage || scrolls)) return [];
      const edge = element.getBoundingClientRect().left + element.clientWidth;
      const past = [...element.querySelectorAll('*')].filter(
        (each) => each.getBoundingClientRect().right > edge + 0.5 && each.children.length === 0,
      );
      return [element, ...past.slice(0, 5)].map(
        (each) => `${pixels} px: ${each.parentElement?.className} ${each.outerHTML.slice(0, 120)}`,
      );
    }),
  );

/** Texts that are cut off, and are nowhere to be had in full. */
export const lostTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isVisible = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.clientWidth > 1;
    const isCut = (element: Element) =>
      element.scrollWidth > element.clientWidth + 1 ||
      element.scrollHeight > element.clientHeight + 1;
    const holdsText = (element: Element) =>
      [...element.childNodes].some(
        (node) =>
          (node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '') ||
          node.nodeName === 'BDI',
      );
    return [...document.querySelectorAll('body *')].flatMap((element) => {
      const text = element.textContent?.trim() ?? '';
      const { overflowX } = getComputedStyle(element);
      const isClipped = overflowX === 'hidden' || overflowX === 'clip';
      if (!isClipped || !isVisible(element) || !holdsText(element) || !isCut(element)) return [];
      // What follows the pointer repeats what the table says.
      if (element.closest('[aria-hidden="true"]')) return [];
      const titled = [element.closest('[title]'), element.querySelector('[title]')];
      const isThere = titled.some((each) => each?.getAttribute('title')?.includes(text));
      return isThere ? [] : [`${text.slice(-60)}: ${element.outerHTML.slice(0, 120)}`];
    });
  });

/** The titles in the document's head; those within drawings are the drawings' own. */
export const titles = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('title')]
      .filter((title) => title instanceof HTMLTitleElement)
      .map(({ text }) => text),
  );

/**
 * Targets of which less than 24 by 24 px can be pressed, and which are not spaced as if they were larger: WCAG
 * 2.5.8. Links within a sentence are excepted, as is what is covered by a dialog.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const least = 24;
    /** Pixels are halved and halved again by zoom and centring. */
    const nearly = 0.05;
    interface Target {
      element: Element;
      left: number;
      top: number;
      right: number;
      bottom: number;
    }
    const dialog = document.querySelector('dialog:modal');
    const selector =
      'a[href], button, input, select, textarea, summary, [role="slider"], [tabindex="0"]';
    const isInSentence = (element: Element): boolean =>
      element.matches('a') &&
      getComputedStyle(element).display === 'inline' &&
      (element.parentElement?.textContent ?? '').trim() !== (element.textContent ?? '').trim();
    /** Where a press does what the element does: its label too, and what is drawn over a whole row for it. */
    const boxOf = (element: Element): Target => {
      const label = element.closest('label');
      const boxes = [element, ...(label ? [label] : [])]
        .map((each) => each.getBoundingClientRect())
        .filter(({ width, height }) => width > 0 && height > 0);
      const after = getComputedStyle(element, '::after');
      const row = after.content !== 'none' && after.position === 'absolute';
      const offset = row ? element.closest('li > *')?.getBoundingClientRect() : undefined;
      const all = offset ? [...boxes, offset] : boxes;
      return {
        element,
        left: Math.min(...all.map(({ left }) => left)),
        top: Math.min(...all.map(({ top }) => top)),
        right: Math.max(...all.map(({ right }) => right)),
        bottom: Math.max(...all.map(({ bottom }) => bottom)),
      };
    };
    const isHidden = (element: Element): boolean =>
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
      // Shown only while it has focus, such as the way past the header.
      getComputedStyle(element).clipPath !== 'none';
    /** Scrolled out of sight, wholly or in part: it can be scrolled into it. */
    const isScrolledAway = ({ element, top, bottom }: Target): boolean => {
      for (let box = element.parentElement; box; box = box.parentElement) {
        if (getComputedStyle(box).overflowY === 'visible' || box === document.documentElement)
          continue;
        const edge = box.getBoundingClientRect();
        if (top < edge.top - nearly || bottom > edge.bottom + nearly) return true;
      }
      return false;
    };
    const all = [...(dialog ?? document).querySelectorAll(selector)]
      .filter((element) => !isHidden(element) && !isInSentence(element))
      .map(boxOf)
      .filter((target) => !isScrolledAway(target));
    /** Pixels from a target's centre that a press reaches in one direction, as far as they matter. */
    const reach = ({ element, left, top, right, bottom }: Target, x: number, y: number): number => {
      const isHit = (pixels: number): boolean => {
        const at = [(left + right) / 2 + x * pixels, (top + bottom) / 2 + y * pixels] as const;
        const hit = document.elementFromPoint(...at);
        return hit !== null && (element.contains(hit) || hit.closest('label')?.control === element);
      };
      let pixels = 0;
      while (pixels < least && isHit(pixels)) pixels += 0.25;
      return pixels;
    };
    /** Less than its box where something else lies over it; null where it is covered or not in the window. */
    const reached = (target: Target): { width: number; height: number } | null => {
      const [up, down] = [reach(target, 0, -1), reach(target, 0, 1)];
      const [left, right] = [reach(target, -1, 0), reach(target, 1, 0)];
      return up === 0 ? null : { width: left + right, height: up + down };
    };
    const isLittle = (target: Target): boolean => {
      const { left, top, right, bottom } = target;
      const { width, height } = reached(target) ?? { width: least, height: least };
      // Measured in steps from the middle, which may miss one at either end.
      return (
        Math.min(right - left, width + 0.5) < least - nearly ||
        Math.min(bottom - top, height + 0.5) < least - nearly
      );
    };
    // Found once: each of them takes many presses to measure.
    const small = new Set(all.filter(isLittle));
    const centre = ({ left, top, right, bottom }: Target) => [
      (left + right) / 2,
      (top + bottom) / 2,
    ];
    /** From a point to the nearest of a target, 0 within it. */
    const distance = ([x = 0, y = 0]: number[], { left, top, right, bottom }: Target): number =>
      Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
    const isCrowdedBy = (target: Target, other: Target): boolean => {
      if (other === target || other.element.contains(target.element)) return false;
      const from = centre(target);
      const isNear = distance(from, other) < least / 2 - nearly;
      const [x = 0, y = 0] = centre(other);
      const between = Math.hypot(x - (from[0] ?? 0), y - (from[1] ?? 0));
      return isNear || (small.has(other) && between < least - nearly);
    };
    return [...small]
      .filter((target) => all.some((other) => isCrowdedBy(target, other)))
      .map((target) => {
        const size = `${(target.right - target.left).toFixed(1)}×${(target.bottom - target.top).toFixed(1)} px`;
        return `${size}: ${target.element.outerHTML.slice(0, 160)}`;
      });
  });
