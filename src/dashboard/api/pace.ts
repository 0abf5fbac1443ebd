/** Milliseconds of work after which the browser gets a turn: much less than a frame at sixty a second. */
const turn = 10;

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

/** For long work in pieces: the returned function, awaited between them, pauses whenever it is time to. */
export function createPace(now: () => number = () => performance.now()): () => Promise<void> {
  let began = now();
  return async () => {
    if (now() - began < turn) return;
    await pause();
    began = now();
  };
}
