import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PageSettings } from '../../../contract/page-settings.ts';
import { filtersQuery, promptQuery } from '../../api/site-queries.ts';
import { usePageSettings } from '../../app/session/use-session.ts';
import { useSite } from '../../use-site.ts';
import { type Choice, DownloadMenu } from '../export/download-menu.tsx';
import { usePlacement } from '../placement.ts';
import { useLoadBrandedSettings } from '../use-branding.ts';
import type { ShownMatrix } from './matrix-files.tsx';

interface MatrixDownloadProps {
  /** Null until the first matrix has loaded. */
  shownMatrix: Omit<ShownMatrix, 'siteName' | 'options' | 'textOfPrompt' | 'settings'> | null;
  /** Whether the matrix belongs to an earlier request or is incomplete, so that the button is disabled. */
  isWaiting: boolean;
  isEmpty: boolean;
}

const importMatrixFiles = () => import('./matrix-files.tsx');

const choicesOf = (shown: ShownMatrix, loadSettings: () => Promise<PageSettings>): Choice[] => [
  {
    label: 'Matrix as PNG',
    make: async () =>
      (await importMatrixFiles()).createMatrixPictureFile(
        { ...shown, settings: await loadSettings() },
        'png',
      ),
  },
  {
    label: 'Matrix as SVG',
    make: async () =>
      (await importMatrixFiles()).createMatrixPictureFile(
        { ...shown, settings: await loadSettings() },
        'svg',
      ),
  },
  {
    label: 'Table (CSV)',
    make: async () => (await importMatrixFiles()).createMatrixTableFile(shown),
  },
];

/** A menu that downloads the matrix as a picture or as a table. */
export function MatrixDownload(props: MatrixDownloadProps) {
  const { siteId } = useSite();
  const { shownMatrix, isWaiting, isEmpty } = props;
  const client = useQueryClient();
  const settings = usePageSettings();
  const loadBrandedSettings = useLoadBrandedSettings();
  const placement = usePlacement();
  const { data: options = null } = useQuery(filtersQuery(siteId));
  const siteName = (placement.kind === 'placed' && placement.site.name) || siteId;
  const textOfPrompt = (id: string) =>
    client.getQueryData(promptQuery(siteId, id).queryKey)?.text ?? undefined;
  return (
    <DownloadMenu
      choices={
        shownMatrix
          ? choicesOf(
              { ...shownMatrix, siteName, options, textOfPrompt, settings },
              loadBrandedSettings,
            )
          : []
      }
      isWaiting={!isEmpty && (isWaiting || !shownMatrix || placement.kind === 'waiting')}
      isEmpty={isEmpty}
    />
  );
}
