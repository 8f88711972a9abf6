/** Views of lists, one's own and everybody's: read once, changed with the list as it is afterwards. */

import { useQuery } from '@tanstack/react-query';
import { call } from './client';
import { queryClient } from './queries';
import type { Answer, Args, Path, SavedView, ViewedList } from './types';

const VIEWS = ['saved_view/list'];

const useViews = () => useQuery({ queryKey: VIEWS, queryFn: ({ signal }) => call('saved_view/list', {}, signal) });

/** The views of a list; undefined until they are there. */
export function useSavedViews(list: ViewedList): SavedView[] | undefined {
  return useViews().data?.items.filter((view) => view.list === list);
}

type ViewCall = 'saved_view/save' | 'saved_view/move' | 'saved_view/set_default' | 'saved_view/delete';

export async function changeViews<P extends ViewCall & Path>(path: P, args: Args<P>): Promise<Answer<P>> {
  try {
    const answer = await call(path, args);
    queryClient.setQueryData(VIEWS, answer);
    return answer;
  } catch (error) {
    // Somebody else may have been quicker.
    void queryClient.invalidateQueries({ queryKey: VIEWS });
    throw error;
  }
}
