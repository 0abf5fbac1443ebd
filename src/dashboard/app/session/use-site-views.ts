import { siteViews } from '../../site-views.ts';
import { useCanRunScans, useCanSetUp, usePageSettings } from './use-session.ts';

/** The pages of a site that the service has and the key may open. */
export function useSiteViews(): typeof siteViews {
  const { capabilities } = usePageSettings();
  const canSetUp = useCanSetUp();
  const canRunScans = useCanRunScans();
  return siteViews.filter(
    ({ view, requiredCapability }) =>
      (requiredCapability === null || capabilities.includes(requiredCapability)) &&
      (view !== 'setup' || canSetUp) &&
      (view !== 'scans' || canRunScans),
  );
}
