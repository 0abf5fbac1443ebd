import type { SessionStore } from './session.ts';

/** Signs out all tabs of a session together, and reloads a page that the Back button restores. */
export function keepTabsInSync(store: SessionStore): void {
  const channel = new BroadcastChannel('sightline-session');
  let current = store.get().settings.session?.id ?? null;
  store.subscribe(() => {
    const { settings, endReason } = store.get();
    if (endReason === 'left' && current !== null) channel.postMessage(current);
    current = settings.session?.id ?? null;
  });
  channel.addEventListener('message', ({ data }) => {
    if (current !== null && data === current) store.end('leftElsewhere');
  });
  // A page restored by the Back button may show a session that has ended.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload();
  });
}
