import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

/**
 * Returns a function that leaves the page of something that has been deleted: for the sites of a client, or else for
 * the list of clients. Nothing that was loaded before is shown again.
 */
export function useLeave(): (deletedName: string, clientId: string | null) => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (deletedName, clientId) => {
    // Queries of the page itself are kept until it is left, so that they do not fail on it.
    queries.removeQueries({ type: 'inactive' });
    await queries.invalidateQueries({ refetchType: 'none' });
    const options = { state: { deletedName }, replace: true, ignoreBlocker: true };
    await (clientId === null
      ? navigate({ to: '/clients', ...options })
      : navigate({ to: '/clients/$clientId/sites', params: { clientId }, ...options }));
    queries.removeQueries({ type: 'inactive' });
  };
}
