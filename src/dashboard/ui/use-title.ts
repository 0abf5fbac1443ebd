import { useEffect } from 'react';

/**
 * Names the page in the browser's tab, in the one title element that the document has. React's own `<title>`
 * would add a second one.
 */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
