import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  continuationOf,
  explainIncompleteList,
  maxPages,
  nextCursorOf,
  type Page,
} from './paging.ts';

/** Reads a list as the dashboard does: from its start, while there is a next cursor. */
function readAll(pageAt: (cursor: string | null) => Page<{ id: string }>) {
  const pages: Page<{ id: string }>[] = [];
  const pageParams: (string | null)[] = [];
  let cursor: string | null | undefined = null;
  while (cursor !== undefined) {
    pages.push(pageAt(cursor));
    pageParams.push(cursor);
    cursor = nextCursorOf({ pages, pageParams });
  }
  return {
    requests: pages.length,
    ids: new Set(pages.flatMap(({ data }) => data.map(({ id }) => id))),
    end: continuationOf({ pages, pageParams }),
  };
}

const page = (ids: readonly (string | number)[], nextCursor: string | null) => ({
  data: ids.map((id) => ({ id: `${id}` })),
  nextCursor,
});
/** The numbers of items on the pages of a list; 0 for an empty page. */
const pageSizes = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 30 });
const cursors = fc.constantFrom<(at: number) => string>(
  (at) => `${at}`,
  () => 'next',
  (at) => `new ${at}`,
);

describe('a list', () => {
  it('is read to its end even if some of its pages are empty', () => {
    fc.assert(
      fc.property(pageSizes, (sizes) => {
        const all = sizes.map((size, at) => Array.from({ length: size }, (_, n) => `${at}.${n}`));
        const { ids, end } = readAll((cursor) => {
          const at = Number(cursor ?? 0);
          return page(all[at] ?? [], at + 1 < all.length ? `${at + 1}` : null);
        });
        expect(end).toBe('complete');
        expect([...ids]).toEqual(all.flat());
      }),
    );
  });

  it('is cut short after one repeated page if the service ignores the cursor', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), cursors, (size, cursorOf) => {
        let request = 0;
        const { requests, end } = readAll(() => {
          request += 1;
          return page([...Array(size).keys()], cursorOf(request));
        });
        expect({ requests, end }).toEqual({ requests: 2, end: 'repeats' });
      }),
    );
  });

  it('is cut short after one repeated page if the service starts over with new cursors', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), (pageCount) => {
        const { requests, end } = readAll((cursor) => {
          const at = Number(cursor ?? 0);
          return page([at % pageCount], `${at + 1}`);
        });
        expect({ requests, end }).toEqual({ requests: pageCount + 1, end: 'repeats' });
      }),
    );
  });

  it('is cut short if an item and the cursor repeat, even if a new item was added in between', () => {
    const pages = [page(['a', 'b'], '2'), page(['new', 'a'], '2')];
    expect(readAll(() => pages.shift() ?? page([], null)).end).toBe('repeats');
  });

  it('is read to its end even if a new item at its start makes two pages overlap', () => {
    const all = ['a', 'b', 'c', 'd', 'e'];
    const { ids, end } = readAll((cursor) => {
      if (cursor === null) return page(all.slice(0, 2), '2');
      const at = Number(cursor);
      return page(['new', ...all].slice(at, at + 2), at + 2 < 6 ? `${at + 2}` : null);
    });
    expect(end).toBe('complete');
    expect([...ids]).toEqual(all);
  });

  it.each([
    ['empty pages', () => []],
    ['new items', (at: number) => [at]],
  ])('is read up to the maximum number of pages if it never ends: %s', (_, idsAt) => {
    const { requests, end } = readAll((cursor) => {
      const at = Number(cursor ?? 0);
      return page(idsAt(at), `${at + 1}`);
    });
    expect({ requests, end }).toEqual({ requests: maxPages, end: 'tooLong' });
  });
});

describe('explainIncompleteList', () => {
  it.each(['repeats', 'tooLong'] as const)(
    'for "%s", names the settings to check only if they apply to the list',
    (end) => {
      expect(explainIncompleteList(end, 'sites')).toMatch(
        /sites.*PAGE_CURSOR_PARAM.*PAGE_SIZE_PARAM/,
      );
      expect(explainIncompleteList(end, 'answers')).toMatch(/answers.*(?:twice|pages)\.$/);
    },
  );

  it.each(['more', 'complete'] as const)('returns null for "%s"', (end) => {
    expect(explainIncompleteList(end, 'sites')).toBeNull();
  });
});
