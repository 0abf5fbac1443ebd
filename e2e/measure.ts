import type { Page } from '@playwright/test';

/** Waits for two frames, after which pending layout and drawing are done. */
export const waitForPaint = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );

/**
 * Describes the elements that scroll sideways, the page included: how far each scrolls, and up to five elements that
 * make it scroll. Text fields and table scrollers are exempt.
 */
export const findHorizontalOverflows = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('body, body *')].flatMap((element) => {
      const pixels = element.scrollWidth - element.clientWidth;
      const isPage = element === document.documentElement;
      const canScroll = /auto|scroll/.test(getComputedStyle(element).overflowX);
      const isExempt = element.matches('input, textarea, section:has(> table)');
      if (pixels <= 0 || isExempt || !(isPage || canScroll)) return [];
      const edge = element.getBoundingClientRect().left + element.clientWidth;
      const overflowingElements = [...element.querySelectorAll('*')].filter(
        (child) => child.getBoundingClientRect().right > edge + 0.5 && child.children.length === 0,
      );
      return [element, ...overflowingElements.slice(0, 5)].map(
        ({ parentElement, outerHTML }) =>
          `${pixels} px: ${parentElement?.className} ${outerHTML.slice(0, 120)}`,
      );
    }),
  );

/** Visible texts that are cut off and not repeated in full in a `title` attribute. */
export const findTruncatedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isVisible = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.clientWidth > 1;
    const isCut = (element: Element) =>
      element.scrollWidth > element.clientWidth + 1 ||
      element.scrollHeight > element.clientHeight + 1;
    const hasText = (element: Element) =>
      [...element.childNodes].some(
        (node) =>
          (node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '') ||
          node.nodeName === 'BDI',
      );
    return [...document.querySelectorAll('body *')].flatMap((element) => {
      const text = element.textContent?.trim() ?? '';
      const { overflowX } = getComputedStyle(element);
      const isClipped = overflowX === 'hidden' || overflowX === 'clip';
      if (!isClipped || !isVisible(element) || !hasText(element) || !isCut(element)) return [];
      // Skip copies that are hidden from screen readers, such as the tooltip, which repeats values of the table.
      if (element.closest('[aria-hidden="true"]')) return [];
      const titledElements = [element.closest('[title]'), element.querySelector('[title]')];
      const isInTitle = titledElements.some((titledElement) =>
        titledElement?.getAttribute('title')?.includes(text),
      );
      return isInTitle ? [] : [`${text.slice(-60)}: ${element.outerHTML.slice(0, 120)}`];
    });
  });

/**
 * Applies the text spacing of WCAG 1.4.12 while a callback measures the page. It must neither cut text off nor widen the
 * page.
 */
export async function withTextSpacing(page: Page, measure: () => Promise<void>): Promise<void> {
  const sheet = await page.evaluateHandle(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
      p { margin-bottom: 2em !important; }
    `);
    document.adoptedStyleSheets.push(sheet);
    return sheet;
  });
  await measure();
  await sheet.evaluate((sheet) => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  });
}

/** Headings that skip a level, except that content before the `h1`, such as the filters, may begin with an `h2`. */
export const findSkippedLevels = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const headings = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter((heading) =>
      heading.checkVisibility({ visibilityProperty: true }),
    );
    const levels = headings.map(({ tagName }) => Number(tagName.slice(1)));
    return headings.flatMap(({ outerHTML }, index) => {
      const previousLevel = index === 0 ? 1 : (levels[index - 1] ?? 1);
      return (levels[index] ?? 1) > previousLevel + 1 ? [outerHTML.slice(0, 120)] : [];
    });
  });

/** The titles of the document, without those of SVG drawings. */
export const readDocumentTitles = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('title')]
      .filter((title) => title instanceof HTMLTitleElement)
      .map(({ text }) => text),
  );

/**
 * Targets smaller than 24 by 24 px and too close to another one (WCAG 2.5.8). Links and marks in a sentence, controls
 * behind a dialog, and targets that are hidden or scrolled out of view are exempt.
 */
export const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const minimum = 24;
    /** Zoom and centring cause fractions of a pixel. */
    const tolerance = 0.05;
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
      element.matches('a, mark') &&
      getComputedStyle(element).display === 'inline' &&
      (element.parentElement?.textContent ?? '').trim() !== (element.textContent ?? '').trim();
    /** The area that activates an element, including its label, and the row if the element covers it. */
    const targetOf = (element: Element): Target => {
      const label = element.closest('label');
      const boxes = [element, ...(label ? [label] : [])]
        .map((area) => area.getBoundingClientRect())
        .filter(({ width, height }) => width > 0 && height > 0);
      const after = getComputedStyle(element, '::after');
      const hasRowOverlay = after.content !== 'none' && after.position === 'absolute';
      const row = hasRowOverlay ? element.closest('li > *')?.getBoundingClientRect() : undefined;
      const areas = row ? [...boxes, row] : boxes;
      return {
        element,
        left: Math.min(...areas.map(({ left }) => left)),
        top: Math.min(...areas.map(({ top }) => top)),
        right: Math.max(...areas.map(({ right }) => right)),
        bottom: Math.max(...areas.map(({ bottom }) => bottom)),
      };
    };
    const isHidden = (element: Element): boolean =>
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
      // Shown only while focused, such as a skip link.
      getComputedStyle(element).clipPath !== 'none';
    /** Whether the target is at least partly above or below the visible part of a box that scrolls or clips it. */
    const isScrolledAway = ({ element, top, bottom }: Target): boolean => {
      for (let box = element.parentElement; box; box = box.parentElement) {
        if (getComputedStyle(box).overflowY === 'visible' || box === document.documentElement)
          continue;
        const edge = box.getBoundingClientRect();
        if (top < edge.top - tolerance || bottom > edge.bottom + tolerance) return true;
      }
      return false;
    };
    const targets = [...(dialog ?? document).querySelectorAll(selector)]
      .filter((element) => !isHidden(element) && !isInSentence(element))
      .map(targetOf)
      .filter((target) => !isScrolledAway(target));
    /** How many pixels from its centre a target can still be hit, in one direction, up to the minimum. */
    const measureReach = (
      { element, left, top, right, bottom }: Target,
      x: number,
      y: number,
    ): number => {
      const isHit = (pixels: number): boolean => {
        const at = [(left + right) / 2 + x * pixels, (top + bottom) / 2 + y * pixels] as const;
        const hit = document.elementFromPoint(...at);
        return hit !== null && (element.contains(hit) || hit.closest('label')?.control === element);
      };
      let pixels = 0;
      while (pixels < minimum && isHit(pixels)) pixels += 0.25;
      return pixels;
    };
    /** The size that can be hit, without covered parts; null if the centre is covered or outside the window. */
    const measureHitSize = (target: Target): { width: number; height: number } | null => {
      const [up, down] = [measureReach(target, 0, -1), measureReach(target, 0, 1)];
      const [left, right] = [measureReach(target, -1, 0), measureReach(target, 1, 0)];
      return up === 0 ? null : { width: left + right, height: up + down };
    };
    const isTooSmall = (target: Target): boolean => {
      const { left, top, right, bottom } = target;
      const { width, height } = measureHitSize(target) ?? { width: minimum, height: minimum };
      // Allows for one step of 0.25 px missed at each end.
      return (
        Math.min(right - left, width + 0.5) < minimum - tolerance ||
        Math.min(bottom - top, height + 0.5) < minimum - tolerance
      );
    };
    const undersizedTargets = new Set(targets.filter(isTooSmall));
    const centreOf = ({ left, top, right, bottom }: Target) => [
      (left + right) / 2,
      (top + bottom) / 2,
    ];
    /** Pixels from a point to the nearest edge of a target, 0 inside it. */
    const measureDistance = (
      [x = 0, y = 0]: number[],
      { left, top, right, bottom }: Target,
    ): number => Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
    const isCrowdedBy = (target: Target, other: Target): boolean => {
      if (other === target || other.element.contains(target.element)) return false;
      const from = centreOf(target);
      const isNear = measureDistance(from, other) < minimum / 2 - tolerance;
      const [x = 0, y = 0] = centreOf(other);
      const between = Math.hypot(x - (from[0] ?? 0), y - (from[1] ?? 0));
      return isNear || (undersizedTargets.has(other) && between < minimum - tolerance);
    };
    return [...undersizedTargets]
      .filter((target) => targets.some((other) => isCrowdedBy(target, other)))
      .map((target) => {
        const size = `${(target.right - target.left).toFixed(1)}×${(target.bottom - target.top).toFixed(1)} px`;
        return `${size}: ${target.element.outerHTML.slice(0, 160)}`;
      });
  });
