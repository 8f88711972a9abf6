/** The packing room: what is to be packed, its papers, one order after the other, and tracking numbers of many. */

import { useMemo } from 'react';
import { useSearch } from 'wouter';
import { Packing } from './Packing';
import { PackList } from './PackList';
import { Paste } from './Paste';
import { readView } from './view';

export default function PackScreen() {
  const search = useSearch();
  const view = useMemo(() => readView(new URLSearchParams(search)), [search]);
  if (view.mode === 'pack') return <Packing view={view} />;
  return view.mode === 'paste' ? <Paste /> : <PackList view={view} search={search} />;
}
