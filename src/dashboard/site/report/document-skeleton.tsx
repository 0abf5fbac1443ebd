import { Block, Loading } from '../../ui/skeleton.tsx';

/** A placeholder for a report. */
export const DocumentSkeleton = () => (
  <Loading label="Loading the report">
    <Block width="100%" height="60rem" />
  </Loading>
);
