import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useRef } from 'react';
import { isSameId } from '../../../contract/fields.ts';
import type { Recommendation } from '../../../contract/sightline/recommendations.ts';
import { itemsOf } from '../../api/find-in-list.ts';
import { recommendationQuery, recommendationsQuery } from '../../api/sightline/recommendations.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Block, Loading } from '../../ui/skeleton.tsx';
import { useSite } from '../../use-site.ts';
import { ChosenRecommendation } from './chosen-recommendation.tsx';
import styles from './notes.module.css';
import { NotesById } from './notes-by-id.tsx';
import { RecommendationList } from './recommendation-list.tsx';
import { useCanAddNotes } from './use-can-add-notes.ts';

interface RecommendationsDrawerProps {
  siteName: string;
  /** The ID in the address; null shows the list. */
  recommendationId: string | null;
  zone: string;
  /** Opens a recommendation; null opens the list. */
  onRecommendation: (recommendationId: string | null) => void;
  onClose: () => void;
}

/** The recommendations loaded so far, and the chosen one, which is looked up if it is not among them. */
function useRecommendations(recommendationId: string | null) {
  const { siteId } = useSite();
  const list = useInfiniteQuery(recommendationsQuery(siteId));
  const items = itemsOf(list.data);
  const id = recommendationId ?? '';
  const listedItem = items.find((item) => isSameId(item.id, id));
  const lookup = useQuery({
    ...recommendationQuery(siteId, id),
    enabled: recommendationId !== null && list.data !== undefined && !listedItem,
  });
  /** Null if the site has no recommendation with this ID; undefined until that is known. */
  const chosen: Recommendation | null | undefined = listedItem ?? lookup.data;
  return { list, items, chosen, lookup };
}

/**
 * A site's recommendations, and notes on the chosen one. If the list or that recommendation cannot be loaded, shows a
 * form that takes the recommendation's ID and a note.
 */
export function RecommendationsDrawer(props: RecommendationsDrawerProps) {
  const { siteName, recommendationId, zone, onRecommendation, onClose } = props;
  const canAdd = useCanAddNotes();
  const { list, items, chosen, lookup } = useRecommendations(recommendationId);
  /** The ID of the recommendation opened last. On return to the list, its row gets the focus. */
  const lastOpenedId = useRef<string | null>(null);
  const choose = (id: string) => {
    lastOpenedId.current = id;
    onRecommendation(id);
  };
  const showList = () => {
    // The recommendation may have been opened by a link rather than from the list.
    lastOpenedId.current = recommendationId;
    onRecommendation(null);
  };
  const backButton = (
    <Button look="quiet" className={styles['back']} onClick={showList}>
      <ArrowLeft size={14} aria-hidden="true" /> All recommendations
    </Button>
  );
  const decisiveQuery = list.data ? lookup : list;
  const renderContent = () => {
    if (decisiveQuery.error && !decisiveQuery.data) {
      return (
        <>
          {list.data && backButton}
          <Failure
            title={`The recommendation${list.data ? '' : 's'} could not be loaded`}
            error={decisiveQuery.error}
            onRetry={() => void decisiveQuery.refetch()}
          />
          {canAdd && (
            <p className={styles['hint']}>
              You can still add a note if you have the recommendation’s ID.
            </p>
          )}
          <NotesById {...{ recommendationId, zone, onRecommendation }} />
        </>
      );
    }
    if (recommendationId === null && list.data) {
      return (
        <RecommendationList
          {...{ items, zone }}
          onRecommendation={choose}
          query={{ ...list, data: list.data }}
          focusedId={lastOpenedId.current}
        />
      );
    }
    if (!list.data || chosen === undefined) {
      return (
        <Loading label="Loading the recommendations">
          <div className={styles['list']}>
            {['14rem', '11rem', '16rem', '12rem'].map((width) => (
              <Block key={width} width={width} height="2.25rem" />
            ))}
          </div>
        </Loading>
      );
    }
    return (
      <>
        {backButton}
        <ChosenRecommendation
          key={recommendationId}
          id={recommendationId ?? ''}
          recommendation={chosen}
          shouldFocusHeading={lastOpenedId.current === recommendationId}
          zone={zone}
        />
      </>
    );
  };
  return (
    <Drawer title="Recommendations" onClose={onClose}>
      <p className={styles['hint']}>
        <bdi>{siteName}</bdi>
      </p>
      {renderContent()}
    </Drawer>
  );
}
