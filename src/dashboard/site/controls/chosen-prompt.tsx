import { useQuery } from '@tanstack/react-query';
import { isNotFound } from '../../api/errors.ts';
import { promptQuery } from '../../api/site-queries.ts';
import { useSite } from '../../use-site.ts';
import styles from './filters.module.css';

/** Returns a prompt's text, or its ID if the text is unknown, and whether the prompt was not found. */
export function usePromptName(promptId: string): { name: string; isMissing: boolean } {
  const { siteId } = useSite();
  const { data, error } = useQuery(promptQuery(siteId, promptId));
  const isMissing = isNotFound(error);
  return { name: data?.text || promptId, isMissing };
}

interface ChosenPromptProps {
  promptId: string;
  onOpen: () => void;
}

/** A chosen prompt as a button that opens its panel. */
export function ChosenPrompt({ promptId, onOpen }: ChosenPromptProps) {
  const { name, isMissing } = usePromptName(promptId);
  return (
    <button type="button" className={styles['prompt']} onClick={onOpen}>
      <bdi>{name}</bdi>
      {isMissing && <small className={styles['unlisted']}>not found</small>}
    </button>
  );
}
