import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  type AnyRoute,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';

export const rootRoute = createRootRoute();

/** Requests JSON from the service. */
export async function getJson<T>(path: string): Promise<T> {
  const response = await fetch(path);
  return response.json();
}

/** Renders a page that consists of one route. */
export function startPage(route: AnyRoute): void {
  const router = createRouter({ routeTree: rootRoute.addChildren([route]) });
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root.');
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
