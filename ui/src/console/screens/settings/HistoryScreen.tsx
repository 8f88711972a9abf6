/** Who has set what, newest first; each can be put back. */

import { useLingui } from '@lingui/react/macro';
import { useSearchParams } from 'wouter';
import { useSettingCall, useSettingHistory, useSettings } from '../../api/settings';
import type { Setting, SettingChange } from '../../api/types';
import { Back } from '../../parts/Back';
import { Button } from '../../parts/Button';
import { EmptyState, LoadError, Skeleton } from '../../parts/Feedback';
import { SelectField } from '../../parts/Field';
import { useOrderNames } from '../../parts/orderNames';
import { Page } from '../../parts/Page';
import table from '../../parts/Table.module.css';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import styles from './SettingsScreen.module.css';
import { useShow } from './show';
import { isSame } from './values';
import { useSettingWords } from './words';

export default function HistoryScreen() {
  const { t } = useLingui();
  const words = useSettingWords();
  const [params, setParams] = useSearchParams();
  const key = params.get('key') ?? '';
  const settings = useSettings();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useSettingHistory(key || null);
  const all = settings.data?.sections.flatMap((section) => section.settings) ?? [];
  const changes = data?.pages.flatMap((page) => page.changes) ?? [];
  return (
    <Page
      title={t`What was changed`}
      lead={t`Each change of a setting, with its author. An earlier value can be put back.`}
      above={<Back to="/settings">{t({ context: 'screen', message: 'Settings' })}</Back>}
    >
      <SelectField
        id="history-key"
        label={t`Setting`}
        value={key}
        onChange={(chosen) => setParams(chosen ? { key: chosen } : {})}
        options={[
          { value: '', label: t`All settings` },
          ...all.map((setting) => ({ value: setting.key, label: words(setting.key).label })),
        ]}
      />
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={6} />}
      {data && changes.length === 0 && (
        <EmptyState title={t`Nothing was changed yet`}>
          {t`The first change stands here as soon as somebody saves one.`}
        </EmptyState>
      )}
      {changes.length > 0 && (
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t`Setting`}</th>
              <th scope="col">{t`Before`}</th>
              <th scope="col">{t`After`}</th>
              <th scope="col">{t`By`}</th>
              <th scope="col" className={table.end}>
                <span className="visually-hidden">{t`Actions`}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <Row key={change.id} change={change} setting={all.find((one) => one.key === change.key)} />
            ))}
          </tbody>
        </table>
      )}
      {hasNextPage && (
        <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t`Show older ones`}
        </Button>
      )}
    </Page>
  );
}

function Row({ change, setting }: { change: SettingChange; setting: Setting | undefined }) {
  const { t } = useLingui();
  const say = useMessageText();
  const show = useShow();
  const format = useFormat();
  const words = useSettingWords();
  const orders = useOrderNames();
  const save = useSettingCall('setting/save');
  const { key, before, after } = change;
  const label = words(key).label;
  const text = (value: unknown) =>
    value === null ? t`as the machine says` : show(setting?.kind ?? { of: 'text' }, value);
  const by = change.by ?? (change.actor === '' ? t`The machine’s file` : orders.actor(change.actor));
  const then = before ?? setting?.fallback;
  const canGoBack = setting && !setting.pinned_by && !isSame(setting.value, then);
  return (
    <tr>
      <th scope="row">
        {label}
        <span className={table.quiet}>{format.time(Date.parse(change.at))}</span>
      </th>
      <td data-label={t`Before`} className={styles.value}>
        {text(before)}
      </td>
      <td data-label={t`After`} className={styles.value}>
        {text(after)}
      </td>
      <td data-label={t`By`}>{by}</td>
      <td className={table.end}>
        {canGoBack && (
          <Button
            small
            data-row=""
            isPending={save.isPending}
            aria-label={t`Put back: ${label}`}
            onPress={() =>
              save.mutate(
                { edits: [{ key, seen: setting.value, value: before }] },
                {
                  onSuccess: () => toast(t`The earlier value is back.`),
                  onError: (error) => toast(say(Object.values(error.fields)[0] ?? error)),
                },
              )
            }
          >
            {t`Put back`}
          </Button>
        )}
      </td>
    </tr>
  );
}
