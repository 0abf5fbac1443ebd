import { type ComponentType, lazy } from 'react';
import { PartUnavailable } from './part-unavailable.tsx';

/** Creates a component that is loaded on demand. If its code cannot be loaded, `PartUnavailable` takes its place. */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(
    (): Promise<{ default: ComponentType<Props> }> =>
      load().then(
        (Part) => ({ default: Part }),
        () => ({ default: PartUnavailable }),
      ),
  );
