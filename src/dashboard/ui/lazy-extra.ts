import { type ComponentType, lazy } from 'react';

/** Creates a component that is loaded on demand, and that shows nothing if its code cannot be loaded. */
export const lazyExtra = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(
    (): Promise<{ default: ComponentType<Props> }> =>
      load().then(
        (Part) => ({ default: Part }),
        () => ({ default: () => null }),
      ),
  );
