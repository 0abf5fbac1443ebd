import {
  type Dispatch,
  type FormEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import type { ScanOptions } from '../../contract/sightline/scans.ts';
import type { SetupMentions } from '../../contract/sightline/setup.ts';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { OwnBrand } from './brand-fields.tsx';
import { ClientFields } from './client-fields.tsx';
import { Competitors } from './competitors.tsx';
import type { SetupDraft } from './draft.ts';
import type { DraftAction } from './draft-reducer.ts';
import { clientPrefix, type FieldErrors } from './draft-request.ts';
import { FormSection } from './form-section.tsx';
import { readMentionWords } from './mention-words.ts';
import type { ForeignLanguages } from './question-languages.ts';
import { Questions } from './questions.tsx';
import styles from './setup.module.css';
import { TextField } from './text-field.tsx';
import type { Attempt } from './use-draft.ts';

/** Loaded on demand, since few keys may see it. */
const WhereAndWhen = lazyPart(
  async () => (await import('./where-and-when/where-and-when.tsx')).WhereAndWhen,
);

interface SetupFormProps {
  draft: SetupDraft;
  dispatch: Dispatch<DraftAction>;
  attempt: Attempt;
  /** What the stored answers say about the brands; undefined if unknown. */
  mentions: SetupMentions | undefined;
  /** The languages of stored questions; undefined if unknown. */
  languages: ForeignLanguages | undefined;
  /** What the service can ask, and what that costs; null if the form does not show it. */
  scanOptions: ScanOptions | null;
  /** Whether a save is under way, during which nothing can be changed. */
  isBusy: boolean;
  saveLabel: string;
  onSave: () => void;
  /** Saves and then starts a scan. Offered if the form shows where and when questions are asked. */
  onSaveAndRun: () => void;
  /** What the save is doing or has done, beside the buttons. */
  status: ReactNode;
  /** Other buttons before **Save**. */
  actions?: ReactNode;
}

/** "2 fields need attention." with the messages that belong to no field. */
function Summary({ errors }: { errors: FieldErrors }) {
  if (errors.size === 0) return null;
  const formError = errors.get('form');
  const count = errors.size - (formError === undefined ? 0 : 1);
  return (
    <p className={styles['error']}>
      {count > 0 && `${count} ${count === 1 ? 'field needs' : 'fields need'} attention. `}
      {formError}
    </p>
  );
}

/** The form for a client, its site, brands and questions; the same for new and stored ones. */
export function SetupForm(props: SetupFormProps) {
  const {
    draft,
    dispatch,
    attempt,
    mentions,
    languages,
    scanOptions,
    isBusy,
    saveLabel,
    onSave,
    onSaveAndRun,
    status,
    actions,
  } = props;
  const { errors } = attempt;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (attempt.number > 0) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    }
  }, [attempt.number]);
  const words = useMemo(() => readMentionWords(mentions), [mentions]);
  const clientErrors = useMemo(
    () =>
      new Map(
        [...errors].flatMap(([field, message]) =>
          field.startsWith(clientPrefix)
            ? [[field.slice(clientPrefix.length), message] as const]
            : [],
        ),
      ),
    [errors],
  );
  // Only drafts of forms that show it have it, but what can be asked may have failed to load since.
  const asked = scanOptions && draft.collection && { scanOptions, draft: draft.collection };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) onSave();
  };
  return (
    <form ref={form} className={styles['form']} onSubmit={submit} noValidate>
      <fieldset disabled={isBusy} className={styles['sections']}>
        {draft.client && (
          <FormSection title="Client" about="Who the reports are for, and how they look.">
            <ClientFields
              draft={draft.client}
              errors={clientErrors}
              onChange={(fields) => dispatch({ type: 'client', fields })}
            />
          </FormSection>
        )}
        <FormSection
          title="Site"
          about="What is measured: a website, a shop or a country’s edition. A client can have several."
        >
          <div className={styles['columns']}>
            <TextField
              label="Site name"
              error={errors.get('site.name')}
              value={draft.site.name}
              isRequired
              onText={(name) => dispatch({ type: 'site', site: { ...draft.site, name } })}
            />
            <TextField
              label="Website"
              remark="optional"
              type="url"
              placeholder="https://example.com"
              error={errors.get('site.url')}
              value={draft.site.url}
              onText={(url) => dispatch({ type: 'site', site: { ...draft.site, url } })}
            />
          </div>
        </FormSection>
        <FormSection
          title="Your brand"
          about="The brand whose visibility is measured. An answer mentions it where one of its spellings stands alone."
        >
          <OwnBrand
            brand={draft.brand}
            {...{ errors, dispatch }}
            words={words.wordsOf(draft.brand.key)}
          />
        </FormSection>
        <FormSection title="Competitors" about="The brands that yours is compared with.">
          <Competitors
            competitors={draft.competitors}
            {...{ errors, dispatch }}
            wordsOf={words.wordsOf}
            discovered={words.discovered}
          />
        </FormSection>
        <FormSection
          title="Questions"
          about="What the AI platforms are asked. A question that has answers can be retired, and keeps its history."
        >
          <Questions
            questions={draft.questions}
            pasted={draft.pasted}
            {...{ languages, errors, dispatch }}
          />
        </FormSection>
        {asked && (
          <Suspense>
            <WhereAndWhen
              {...asked}
              questions={draft.questions}
              pasted={draft.pasted}
              {...{ errors, dispatch }}
            />
          </Suspense>
        )}
      </fieldset>
      <div className={styles['bar']}>
        <div className={styles['status']}>
          <div role="alert">
            <Summary errors={errors} />
          </div>
          {status}
        </div>
        <div className={styles['actions']}>
          {actions}
          {asked && (
            <Button isUnavailable={isBusy} onClick={onSaveAndRun}>
              Save and run
            </Button>
          )}
          <Button look="strong" type="submit" isUnavailable={isBusy}>
            {saveLabel}
          </Button>
        </div>
      </div>
    </form>
  );
}
