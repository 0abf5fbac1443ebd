import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { isApple } from '../../../ui/is-apple.ts';
import styles from './search-button.module.css';
import type { SearchDialogProps } from './search-dialog.tsx';

interface LoadedSearch {
  SearchDialog: ComponentType<SearchDialogProps>;
}

/** Opens the search on click or with Ctrl+K, or ⌘K on Apple devices. */
export function SearchButton() {
  const [search, setSearch] = useState<LoadedSearch | 'failed' | null>(null);
  const close = useCallback(() => setSearch(null), []);
  const open = useCallback(() => {
    // Loaded on demand: most visits never use it.
    import('./search-dialog.tsx').then(
      ({ SearchDialog }) => setSearch({ SearchDialog }),
      () => setSearch('failed'),
    );
  }, []);

  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      const isShortcut = key.toLowerCase() === 'k' && (isApple() ? metaKey : ctrlKey);
      if (!isShortcut || shiftKey || altKey || event.defaultPrevented) return;
      // Otherwise the browser's own search would open as well.
      event.preventDefault();
      if (!event.repeat && document.querySelector('dialog[open]') === null) open();
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [open]);

  return (
    <>
      <Button
        className={styles['button']}
        aria-keyshortcuts={isApple() ? 'Meta+K' : 'Control+K'}
        onClick={open}
      >
        {/* Drawn inline: importing the icon package would load it with every page. */}
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path
            d="M11 11l3.5 3.5M12.5 7a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0"
            fill="none"
            stroke="currentcolor"
            strokeWidth="1.5"
          />
        </svg>
        <b>Search</b>
        <span aria-hidden="true">{isApple() ? '⌘K' : 'Ctrl K'}</span>
      </Button>
      {search === 'failed' && (
        <span role="alert">Search could not be loaded. Reload the page.</span>
      )}
      {search !== null && search !== 'failed' && <search.SearchDialog onClose={close} />}
    </>
  );
}
