/** The views of a list: tabs above it, and what is done with the one that is open. */

import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { asApiError } from '../api/client';
import { useMay } from '../api/queries';
import { changeViews, useSavedViews } from '../api/savedViews';
import type { SavedView, ViewedList } from '../api/types';
import { Button } from './Button';
import { Dialog } from './Dialog';
import { Notice } from './Feedback';
import { Field } from './Field';
import { Actions, Form, useForm } from './Form';
import { Icon } from './Icon';
import { type Action, Menu } from './Menu';
import { CheckField } from './MoreFields';
import styles from './SavedViews.module.css';
import tabs from './Tabs.module.css';
import { useFormat, useMessageText } from './text';
import { toast } from './toasts';

interface Props {
  list: ViewedList;
  /** Where the list stands, below `/console`. */
  path: string;
  /** What the list is called without a view. */
  whole: string;
  /** Of the address, as the list has read it, without how much is shown. */
  query: string;
  /** Parts of the address that the list does not know. */
  gone: string[];
  /** Shows the list by another query. */
  onOpen: (query: string) => void;
}

/** `tabs` stand above the list, `menu` is among the screen's actions. */
export function useListViews({ list, path, whole, query, gone, onOpen }: Props): { tabs: ReactNode; menu: ReactNode } {
  const { t } = useLingui();
  const format = useFormat();
  const say = useMessageText();
  const mayShare = useMay('settings_change');
  const views = useSavedViews(list);
  const [dialog, setDialog] = useState<'new' | 'rename'>();
  const current = views?.find((view) => view.query === query);
  // The one that was open before something was changed in it.
  const [opened, setOpened] = useState<SavedView>();
  if (current && (current.id !== opened?.id || current.version !== opened.version)) setOpened(current);
  const changed = current ? undefined : views?.find(({ id }) => id === opened?.id);
  useDefault(views, query, gone, onOpen);

  const run = (work: Promise<unknown>, said?: string) =>
    void work.then(
      () => said && toast(said),
      (error) => toast(say(asApiError(error))),
    );
  const mayChange = (view: SavedView) => !view.is_for_all || mayShare;
  const actions: Action[] = [];
  if (!current && query) {
    if (opened && changed && mayChange(changed)) {
      const { name, version } = opened;
      actions.push({
        id: 'update',
        label: t`Save the changes to ‘${name}’`,
        icon: 'check',
        onAction: () => run(changeViews('saved_view/save', { ...changed, version, query }), t`‘${name}’ is saved.`),
      });
    }
    actions.push({ id: 'new', label: t`Save as a new view…`, icon: 'plus', onAction: () => setDialog('new') });
  }
  if (current) {
    const { id, name, is_default: isDefault } = current;
    actions.push({
      id: 'default',
      label: isDefault ? t`Open the list without this view` : t`Open the list with this view`,
      icon: 'pin',
      onAction: () => run(changeViews('saved_view/set_default', { list, id: isDefault ? null : id })),
    });
    if (mayChange(current)) {
      const move = (isUp: boolean) => run(changeViews('saved_view/move', { id, is_up: isUp }));
      actions.push(
        { id: 'rename', label: t`Rename…`, icon: 'edit', onAction: () => setDialog('rename') },
        { id: 'up', label: t`Move to the front`, icon: 'previous', onAction: () => move(true) },
        { id: 'down', label: t`Move to the back`, icon: 'next', onAction: () => move(false) },
        {
          id: 'delete',
          label: t`Delete the view`,
          icon: 'close',
          isDanger: true,
          onAction: () => run(changeViews('saved_view/delete', { id }), t`‘${name}’ is deleted.`),
        },
      );
    }
  }
  const hasTabs = views !== undefined && views.length > 0;
  const lost = format.list(gone);
  return {
    tabs: (hasTabs || gone.length > 0) && (
      <div className={styles.views}>
        {hasTabs && (
          <nav className={tabs.links} aria-label={t`Views`}>
            <Link href={path} aria-current={query === '' ? 'page' : undefined}>
              {whole}
            </Link>
            {views.map((view) => (
              <Link
                key={view.id}
                href={`${path}?${view.query}`}
                aria-current={view.id === current?.id ? 'page' : undefined}
              >
                {view.is_default && <Icon name="pin" size={16} />}
                {view.name}
              </Link>
            ))}
          </nav>
        )}
        {gone.length > 0 && (
          <Notice tone="warning" isLive title={t`Part of this view is not there any more`}>
            <Trans>It was left out: {lost}. Everything else is shown as it was saved.</Trans>
          </Notice>
        )}
      </div>
    ),
    menu: (
      <>
        {actions.length > 0 && (
          <Menu
            label={t`View`}
            trigger={
              <Button variant="quiet" icon={current ? 'more' : 'plus'}>
                {current ? t`View` : t`Save the view`}
              </Button>
            }
            actions={actions}
          />
        )}
        {dialog && (
          <ViewDialog
            list={list}
            query={query}
            view={dialog === 'rename' ? current : undefined}
            mayShare={mayShare}
            onClose={() => setDialog(undefined)}
          />
        )}
      </>
    ),
  };
}

/** Opens the list with the person's own view, once, where the address asks for nothing. */
function useDefault(views: SavedView[] | undefined, query: string, gone: string[], onOpen: (query: string) => void) {
  const isOpened = useRef(query !== '' || gone.length > 0);
  useEffect(() => {
    if (!views || isOpened.current) return;
    isOpened.current = true;
    const view = views.find(({ is_default: isDefault }) => isDefault);
    // Somebody may have begun to search meanwhile.
    if (view && query === '') onOpen(view.query);
  }, [views, query, onOpen]);
}

interface DialogProps {
  list: ViewedList;
  query: string;
  /** The one that is renamed; none: a new one. */
  view: SavedView | undefined;
  mayShare: boolean;
  onClose: () => void;
}

function ViewDialog({ list, query, view: current, mayShare, onClose }: DialogProps) {
  const { t } = useLingui();
  // As it was when the dialog was opened: a colleague’s change is not overwritten unseen.
  const [view] = useState(current);
  const [isForAll, setForAll] = useState(view?.is_for_all ?? false);
  const form = useForm({
    id: 'view',
    initial: { name: view?.name ?? '' },
    check: ({ name }) => ({ name: name.trim() ? undefined : t`Enter a name for the view.` }),
    send: async ({ name }) => {
      const id = view?.id ?? null;
      await changeViews('saved_view/save', {
        id,
        version: view?.version ?? '',
        list,
        name: name.trim(),
        query: view?.query ?? query,
        is_for_all: isForAll,
      });
      onClose();
    },
  });
  return (
    <Dialog title={view ? t`Rename the view` : t`Save as a view`} isOpen onClose={onClose} holdsInput>
      <Form form={form}>
        <Field
          {...form.field('name')}
          label={t`Name`}
          hint={view ? undefined : t`The view keeps search, filters, order and columns.`}
          autoFocus
          autoComplete="off"
          maxLength={60}
        />
        {mayShare && (
          <CheckField id="view-for-all" checked={isForAll} onChange={setForAll}>
            {t`For everybody who may open this list`}
          </CheckField>
        )}
        <Actions>
          <Button type="submit" variant="primary" isPending={form.isBusy}>
            {form.isBusy ? t`Saving…` : t`Save`}
          </Button>
          <Button onPress={onClose}>{t`Close`}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
