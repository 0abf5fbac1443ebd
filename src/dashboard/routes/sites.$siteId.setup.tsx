import { createFileRoute } from '@tanstack/react-router';
import { SetupPage } from '../setup/setup-page.tsx';

export const Route = createFileRoute('/sites/$siteId/setup')({
  component: SetupPage,
});
