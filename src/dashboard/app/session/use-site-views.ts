import { siteViews } from '../../site-views.ts';
import { useCanSetUp, usePageSettings } from './use-session.ts';

/** The pages of a site that the service has and the key may open. */
export function useSiteViews(): typeof siteViews {
  const { capabilities } = usePageSettings();
  const canSetUp = useCanSetUp();
  return siteViews.filter(
    ({ view, requiredCapability }) =>
      (requiredCapability === null || capabilities.includes(requiredCapability)) &&
      (view !== 'setup' || canSetUp),
  );
}
