import comparisonStyles from '../comparison/comparison.module.css';
import { Figure } from '../comparison/figure.tsx';
import { StripFrame } from '../comparison/strip-frame.tsx';
import { countText } from '../report/figures.ts';
import { ownAnswers, type Sources, shareOf } from './model.ts';
import { partText, shareText, unknown } from './words.ts';

interface SourcesStripProps {
  sources: Sources;
  /** What the tracked brand is called. */
  us: string;
}

/** How many answers cite anything, cite our own domains, and cite those without naming our brand. */
export function SourcesStrip({ sources, us }: SourcesStripProps) {
  const { answers, withSources, citedNotNamed } = sources;
  const own = ownAnswers(sources);
  return (
    <StripFrame size="figures">
      <dl className={comparisonStyles['figures']}>
        <Figure
          value={shareText(shareOf(withSources, answers))}
          name="of answers cite sources"
          extra={withSources !== null && partText(withSources, answers)}
        />
        {sources.tracked && (
          <>
            <Figure
              value={
                own
                  ? `${own.isExact ? '' : 'at least '}${shareText(shareOf(own.atLeast, answers))}`
                  : unknown
              }
              name={`cite a domain of ${us}`}
              extra={own && partText(own.atLeast, answers)}
            />
            <Figure
              value={citedNotNamed === null ? unknown : countText(citedNotNamed, undefined)}
              name="cited, not named"
              extra={`answers that cite a domain of ${us} without naming ${us}`}
            />
          </>
        )}
      </dl>
    </StripFrame>
  );
}
