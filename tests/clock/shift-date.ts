/**
 * Shifts what `Date` reads by an offset in milliseconds. Timers and `performance` stay as they are, so the clock goes on
 * as usual. Needs nothing from outside, because browsers run it too.
 * @param onRead called for each reading of the clock
 */
export function shiftDate(offset: number, onRead?: () => void): void {
  const OriginalDate = Date;
  const readClock = OriginalDate.now;
  const now = (): number => {
    onRead?.();
    return readClock() + offset;
  };
  OriginalDate.now = now;
  globalThis.Date = new Proxy(OriginalDate, {
    apply: () => new OriginalDate(now()).toString(),
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
  });
  OriginalDate.prototype.constructor = globalThis.Date;
}
