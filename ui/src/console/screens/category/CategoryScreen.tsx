/** One category: texts in all languages side by side, its place, its products, versions. What is typed is kept until it is saved. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'wouter';
import { useCategories, useCategory, useCategoryCall, useCategoryComparison } from '../../api/categories';
import { useSelf } from '../../api/queries';
import type { CategoryDetail, CategoryList, Message } from '../../api/types';
import { Back } from '../../parts/Back';
import { useCategoryFieldName } from '../../parts/categoryNames';
import { categoryEdits, type FieldEdits, fieldChanges } from '../../parts/edits';
import { Badge, EmptyState, LoadError, Skeleton } from '../../parts/Feedback';
import type { FieldsOf } from '../../parts/FieldOf';
import { Page } from '../../parts/Page';
import { SaveBar } from '../../parts/SaveBar';
import tabs from '../../parts/Tabs.module.css';
import { useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import { RestoreDialog, Versions } from '../../parts/Versions';
import styles from './CategoryScreen.module.css';
import { Order } from './Order';
import { Place } from './Place';
import { Products } from './Products';
import { Texts } from './Texts';

const PARTS = ['texts', 'place', 'products', 'order', 'versions'] as const;
type Part = (typeof PARTS)[number];

export default function CategoryScreen() {
  const { t, i18n } = useLingui();
  const key = decodeURIComponent(useParams<{ key: string }>().key);
  const { data, error, refetch } = useCategory(key);
  const { data: list } = useCategories();
  const isUnknown = error?.id === 'category.unknown';
  const page = data?.pages[i18n.locale] ?? Object.values(data?.pages ?? {})[0];
  return (
    <Page
      title={data?.name ?? key}
      above={<Back to="/categories">{t`Categories`}</Back>}
      mark={data && !data.is_shown && <Badge tone="neutral">{t({ context: 'category', message: 'Hidden' })}</Badge>}
      lead={<span translate="no">{key}</span>}
      actions={
        data?.is_shown &&
        page && (
          <a href={page} target="_blank" rel="noreferrer">
            {t`Open the page in the shop`}
          </a>
        )
      }
    >
      {isUnknown && (
        <EmptyState title={t`There is no such category`}>
          <Trans>Somebody may have removed it. What was in it stands elsewhere in the tree.</Trans>
        </EmptyState>
      )}
      {error && !isUnknown && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {(!data || !list) && !error && <Skeleton rows={8} />}
      {data && list && !isUnknown && <Body category={data} list={list} />}
    </Page>
  );
}

function Body({ category, list }: { category: CategoryDetail; list: CategoryList }) {
  const { t } = useLingui();
  const name = useCategoryFieldName();
  const [params] = useSearchParams();
  const { key } = category;
  const edits = categoryEdits.useEdits(useSelf().id)[key] ?? {};
  const [refused, setRefused] = useState<Readonly<Record<string, Message>>>({});
  const part = PARTS.find((one) => one === params.get('part')) ?? 'texts';
  const labels: Record<Part, string> = {
    texts: t`Texts`,
    place: t`Place and picture`,
    products: t`Products`,
    order: t({ context: 'sequence', message: 'Order' }),
    versions: t`Versions`,
  };
  const now = (field: string) => category.fields[field] ?? '';
  const fields: FieldsOf = {
    id: 'category',
    name,
    now,
    text: (field) => edits[field]?.text ?? now(field),
    was: (field) => edits[field]?.was,
    isChanged: (field) => field in edits,
    problem: (field) => refused[field],
    set: (field, text) => {
      categoryEdits.setFields([{ thing: key, field, now: now(field), text }]);
      if (refused[field]) setRefused(({ [field]: _, ...others }) => others);
    },
    takeTheirs: (field) => categoryEdits.forget([key], field),
    keepMine: (field, theirs) => categoryEdits.keepMine(key, field, theirs),
  };
  return (
    <div className={styles.body}>
      <nav className={tabs.links} aria-label={t`Parts of the category`}>
        {PARTS.map((one) => (
          <Link
            key={one}
            href={`/categories/${encodeURIComponent(key)}?part=${one}`}
            aria-current={one === part ? 'page' : undefined}
          >
            {labels[one]}
          </Link>
        ))}
      </nav>
      {part === 'texts' && <Texts fields={fields} languages={list.languages} />}
      {part === 'place' && <Place fields={fields} category={category} list={list} />}
      {part === 'products' && <Products category={category} />}
      {part === 'order' && <Order category={category} />}
      {part === 'versions' && <VersionsOf category={category} />}
      {Object.keys(edits).length > 0 && (
        <Changes category={category} edits={edits} refused={refused} onRefused={setRefused} />
      )}
    </div>
  );
}

function VersionsOf({ category }: { category: CategoryDetail }) {
  const name = useCategoryFieldName();
  return (
    <Versions
      versions={category.versions}
      name={name}
      ask={(id, onClose) => <Restore category={category} id={id} onClose={onClose} />}
    />
  );
}

interface RestoreProps {
  category: CategoryDetail;
  id: number;
  onClose: () => void;
}

function Restore({ category: { key, version }, id, onClose }: RestoreProps) {
  const name = useCategoryFieldName();
  const { data, error, refetch } = useCategoryComparison(key, id);
  const restore = useCategoryCall('category/restore');
  return (
    <RestoreDialog
      data={data}
      error={error}
      onRetry={() => void refetch()}
      name={name}
      onRestore={() => restore.mutateAsync({ key, id, version })}
      onClose={onClose}
    />
  );
}

interface ChangesProps {
  category: CategoryDetail;
  edits: FieldEdits;
  refused: Readonly<Record<string, Message>>;
  onRefused: (refused: Readonly<Record<string, Message>>) => void;
}

function Changes({ category: { key }, edits, refused, onRefused }: ChangesProps) {
  const { t } = useLingui();
  const say = useMessageText();
  const name = useCategoryFieldName();
  const save = useCategoryCall('category/save');
  const [field, problem] = Object.entries(refused)[0] ?? [];
  const forget = () => {
    categoryEdits.forget([key]);
    onRefused({});
  };
  return (
    <SaveBar
      fields={Object.keys(edits).length}
      problem={field !== undefined && problem ? `${name(field)}: ${say(problem)}` : undefined}
      isPending={save.isPending}
      onSave={() =>
        save.mutate(
          { key, changes: fieldChanges(edits) },
          {
            onSuccess: (saved) => {
              forget();
              toast(saved.is_shown ? t`Saved. The shop shows it now.` : t`Saved. It is hidden.`);
            },
            onError: (error) => {
              onRefused(error.fields);
              if (Object.keys(error.fields).length === 0) toast(say(error));
            },
          },
        )
      }
      onDiscard={forget}
    />
  );
}
