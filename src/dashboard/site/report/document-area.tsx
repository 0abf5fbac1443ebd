import { useEffect, useMemo } from 'react';
import { usePageSettings } from '../../app/session/use-session.ts';
import { useMedia } from '../../ui/use-media.ts';
import { toCssString } from './css-string.ts';
import { type DocumentContext, toDocument } from './make-document.ts';
import type { DocumentModel } from './model.ts';
import { ReportDocument } from './report-document.tsx';
import { chartSizes } from './sizes.ts';
import type { LoadedResponses } from './use-responses.ts';

/** Sets the footer of every printed page, which says whose figures these are. */
function usePageFooter({ footerText }: DocumentModel): void {
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--report-foot', toCssString(footerText));
    return () => void style.removeProperty('--report-foot');
  }, [footerText]);
}

type DocumentProps = Pick<
  DocumentContext,
  'sections' | 'intro' | 'zone' | 'client' | 'branding' | 'site' | 'now' | 'link'
>;

interface DocumentAreaProps extends DocumentProps {
  loaded: LoadedResponses;
}

/** The report, made from its responses. */
export function DocumentArea({ loaded, ...documentProps }: DocumentAreaProps) {
  const { units, brand: agency, sample: isSample } = usePageSettings();
  const isPhone = useMedia('screen and (max-width: 40rem)');
  const { sections, intro, zone, client, branding, site, now, link } = documentProps;
  const model = useMemo(() => {
    const { responses, request } = loaded;
    const { search, today } = request;
    return toDocument(responses, {
      search,
      today,
      sections,
      intro,
      zone,
      client,
      branding,
      site,
      now,
      link,
      units,
      agency,
      isSample,
      chartSize: isPhone ? chartSizes.phone : chartSizes.sheet,
    });
  }, [
    loaded,
    sections,
    intro,
    zone,
    client,
    branding,
    site,
    now,
    link,
    units,
    agency,
    isSample,
    isPhone,
  ]);
  usePageFooter(model);
  return <ReportDocument model={model} level={2} />;
}
