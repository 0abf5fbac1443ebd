import { useEffect } from 'react';

/** Sets the document's title. React's own `<title>` would add a second title element. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
