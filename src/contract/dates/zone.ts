/** Whether the JavaScript engine knows a zone: an IANA name such as `Pacific/Auckland`, or `UTC`. */
export function isZone(name: string): boolean {
  // Intl also accepts offsets such as "+02:00", which do not name a place and ignore daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
