import { usePageSettings } from '../../session/use-session.ts';

/** Whether the service offers a capability beyond v1, such as `sites`. */
export const useCapability = (name: string): boolean =>
  usePageSettings().capabilities.includes(name);
