import type { SessionStore } from './session.ts';

/** Signs out all tabs of a session together, and reloads a page that the Back button restores. */
export function keepTabsInSync(store: SessionStore): void {
  const channel = new BroadcastChannel('sightline-session');
  let currentId = store.get().settings.session?.id ?? null;
  store.subscribe(() => {
    const { settings, endReason } = store.get();
    if (endReason === 'signedOutHere' && currentId !== null) channel.postMessage(currentId);
    currentId = settings.session?.id ?? null;
  });
  channel.addEventListener('message', ({ data }) => {
    if (currentId !== null && data === currentId) store.end('signedOutElsewhere');
  });
  // A page restored by the Back button may show a session that has ended.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload();
  });
}
