/** Copies text to the clipboard. @returns whether it was copied */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Refused by the user or the browser, or unavailable outside a secure page.
    return false;
  }
}
