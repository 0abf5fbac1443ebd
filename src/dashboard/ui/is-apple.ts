/** Whether shortcuts use ⌘ instead of Ctrl. */
export const isApple = (): boolean => /Mac|iP/.test(navigator.platform);
