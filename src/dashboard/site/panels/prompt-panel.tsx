import { useQuery } from '@tanstack/react-query';
import {
  labelledClassifications,
  plainClassifications,
} from '../../../contract/classifications.ts';
import { promptQuery } from '../../api/site-queries.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Block, Loading } from '../../ui/skeleton.tsx';
import { useSite } from '../../use-site.ts';
import { filters } from '../search/filters.ts';
import type { TimelineSearch } from '../search/search.ts';
import { CopyableId } from './copyable-id.tsx';
import { Details, renderLabels } from './details.tsx';
import styles from './panels.module.css';
import { SearchedFor } from './searched-for.tsx';

const renderLabelledValues = (list: readonly { value: string; label: string | null }[]) =>
  renderLabels(list.map(({ value, label }) => label || value));

interface PromptPanelProps {
  promptId: string;
  search: TimelineSearch;
  onClose: () => void;
}

/** One prompt: its text, its classifications and what platforms searched for to answer it. */
export function PromptPanel({ promptId, search, onClose }: PromptPanelProps) {
  const { siteId } = useSite();
  const { data, error, isPending, refetch } = useQuery(promptQuery(siteId, promptId));
  return (
    <Drawer title="Prompt" onClose={onClose}>
      {data && (
        <>
          <p className={styles['prompt']}>
            <bdi>{data.text || 'Prompt without text'}</bdi>
          </p>
          <Details
            items={[
              ['Category', data.category || null],
              ...plainClassifications.parameters.map(
                (parameter) =>
                  [
                    filters[parameter].title,
                    renderLabels(data[plainClassifications.fieldOf[parameter]]),
                  ] as const,
              ),
              ...labelledClassifications.parameters.map(
                (parameter) =>
                  [
                    filters[parameter].title,
                    renderLabelledValues(data[labelledClassifications.fieldOf[parameter]]),
                  ] as const,
              ),
              ['Prompt ID', <CopyableId key="i" id={data.promptId} />],
            ]}
          />
          <SearchedFor promptId={promptId} search={search} />
        </>
      )}
      {isPending && (
        <Loading label="Loading the prompt">
          <Block width="100%" height="4rem" />
        </Loading>
      )}
      {error && (
        <Failure
          title="The prompt could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
    </Drawer>
  );
}
