/** Milliseconds of work before yielding to the browser; well under one frame at 60 Hz. */
const sliceMs = 10;

/** Lets the browser draw and handle input, then continues. */
export const pause = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** Creates a function to await between the pieces of long work. It yields to the browser when a slice is used up. */
export function createYielder(now: () => number = () => performance.now()): () => Promise<void> {
  let sliceStart = now();
  return async () => {
    if (now() - sliceStart < sliceMs) return;
    await pause();
    sliceStart = now();
  };
}
