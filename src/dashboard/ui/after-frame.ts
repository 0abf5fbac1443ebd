/** Calls back after the next frame is drawn. @returns a function that cancels the call */
export function callAfterFrame(callback: () => void): () => void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    callback();
  };
  const frame = requestAnimationFrame(() => port2.postMessage(null));
  return () => {
    cancelAnimationFrame(frame);
    port1.close();
  };
}

/** Resolves after the next frame is drawn, or as soon as the page is hidden, since a hidden page draws none. */
const waitUntilFrameDrawn = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.visibilityState === 'hidden') return resolve();
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
    callAfterFrame(resolve);
  });

/**
 * Resolves when the next frame is on screen, which is one frame after it was drawn. Code that loads after that does not
 * delay what the page shows first.
 */
export async function waitUntilFrameShown(): Promise<void> {
  await waitUntilFrameDrawn();
  await waitUntilFrameDrawn();
}
