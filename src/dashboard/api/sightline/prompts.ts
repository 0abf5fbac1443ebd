import { infiniteQueryOptions } from '@tanstack/react-query';
import { fillPath } from '../../../contract/endpoint.ts';
import { promptsPath } from '../../../contract/endpoints/prompts.ts';
import { PromptPage } from '../../../contract/sightline/prompts.ts';
import { firstPageCursor } from '../find-in-list.ts';
import { get } from '../get.ts';
import { nextCursorOf, type Page } from '../paging.ts';
import { clipSearch } from './clip-search.ts';

/** A prompt that can be chosen as a filter. */
export interface ListedPrompt {
  /** In lower case, as in the address. */
  id: string;
  /** Empty if unknown. */
  text: string;
}

/**
 * A site's prompts that contain every typed word, sorted by text. Needs the capability `prompts`.
 */
export const promptsQuery = (siteId: string, typedText: string) =>
  infiniteQueryOptions({
    queryKey: ['prompts', siteId, typedText],
    queryFn: async (context): Promise<Page<ListedPrompt>> => {
      const search = new URLSearchParams();
      if (typedText !== '') search.set('q', clipSearch(typedText));
      if (context.pageParam !== null) search.set('cursor', context.pageParam);
      const path = fillPath(promptsPath, { siteId });
      const { data, nextCursor } = await get(context, PromptPage, path, search);
      const listed = data.map(({ promptId, text }) => ({
        id: promptId.toLowerCase(),
        text: text ?? '',
      }));
      return { data: listed, nextCursor };
    },
    initialPageParam: firstPageCursor,
    getNextPageParam: (_page, pages, _cursor, pageParams) => nextCursorOf({ pages, pageParams }),
  });
