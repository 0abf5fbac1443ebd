import { expect, it, vi } from 'vitest';
import { createSessionStore } from './session.ts';
import { keepTabsInSync } from './tabs.ts';

const settings = {
  session: {
    id: 's',
    keyFingerprint: 'k',
    expiresAt: '2026-01-01T00:00:00Z',
    scopes: null,
    isClientKey: null,
    isBusinessKey: null,
  },
  units: {},
  paging: { cursor: 'cursor', limit: 'limit' },
  brand: { name: 'Sightline', logo: null, accent: null },
  share: null,
  sample: false,
  help: { sampleKeys: [], isEmpty: false },
  capabilities: [],
};

it('reloads a page restored by the Back button, since its session may have ended', () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  keepTabsInSync(createSessionStore(settings));
  const showPage = (persisted: boolean) =>
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  showPage(false);
  expect(reload).not.toHaveBeenCalled();
  showPage(true);
  expect(reload).toHaveBeenCalledOnce();
});
