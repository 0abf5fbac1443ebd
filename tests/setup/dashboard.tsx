import nodeConsole from 'node:console';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { PageSettings } from '../../src/contract/page-settings.ts';
import { createSessionStore } from '../../src/dashboard/app/session/session.ts';
import { createDashboardRouter } from '../../src/dashboard/router.ts';

/** Reports every element as visible, because tests have no layout. */
class AllInView implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  readonly #callback: IntersectionObserverCallback;
  #isWatching = true;
  constructor(callback: IntersectionObserverCallback) {
    this.#callback = callback;
  }
  observe(target: Element): void {
    const rect = target.getBoundingClientRect();
    const entry = {
      target,
      isIntersecting: true,
      intersectionRatio: 1,
      boundingClientRect: rect,
      intersectionRect: rect,
      rootBounds: null,
      time: 0,
    };
    queueMicrotask(() => {
      if (this.#isWatching) this.#callback([entry], this);
    });
  }
  unobserve(): void {}
  disconnect(): void {
    this.#isWatching = false;
  }
  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
}

const noSession: PageSettings = {
  session: null,
  units: {},
  paging: { cursor: 'cursor', limit: 'limit' },
  brand: { name: 'Sightline', logo: null, accent: null },
  share: null,
  sample: false,
  help: { sampleKeys: [], isEmpty: false },
  capabilities: [],
};

/** The time in tests of the dashboard, in milliseconds, so that none depends on the day. */
export const testNow = Date.parse('2026-11-28T12:00:00Z');

/** Registers hooks that stop the clock, load the code of all pages, and provide browser features that tests lack. */
export function setUpBrowser(): void {
  // The test browser logs refused and aborted requests, sometimes after the test. It uses Node's own console,
  // unlike the page, so output of the page still fails a test.
  if (nodeConsole !== console) nodeConsole.error = () => {};

  beforeAll(async () => {
    // Load the code of all pages, so that no test waits for it to compile.
    const router = createDashboardRouter(createSessionStore(noSession), createMemoryHistory());
    await Promise.all(
      Object.values(router.routesById).map((route) => router.loadRouteChunk(route)),
    );
  });
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: testNow });
    vi.stubGlobal('IntersectionObserver', AllInView);
    vi.stubGlobal('scrollTo', () => {});
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });
}

/** Renders the whole dashboard at a path, as if the document had these page settings. */
export function openDashboard(path: string, settings: PageSettings) {
  const history = createMemoryHistory({ initialEntries: [path] });
  const session = createSessionStore(settings);
  const router = createDashboardRouter(session, history);
  const view = render(<RouterProvider router={router} />);
  return { ...view, session, router, address: () => history.location.href };
}
