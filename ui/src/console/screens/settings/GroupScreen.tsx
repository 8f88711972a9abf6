/** One part of the settings. What is typed stays on this device until it is saved; what somebody else has changed meanwhile is shown beside it. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { useSelf } from '../../api/queries';
import { planSettings, useSettingCall, useSettings } from '../../api/settings';
import type { Setting, SettingList, SettingPlan } from '../../api/types';
import { Back } from '../../parts/Back';
import { Button } from '../../parts/Button';
import { keepDraft, readDraft } from '../../parts/draft';
import { EmptyState, LoadError, Notice, Skeleton } from '../../parts/Feedback';
import { Actions, Form, useForm } from '../../parts/Form';
import { useFragment } from '../../parts/fragment';
import { Page } from '../../parts/Page';
import { GROUPS, isGroup } from '../../parts/settingGroups';
import { toast } from '../../parts/toasts';
import { Control } from './Control';
import { PlanDialog } from './PlanDialog';
import styles from './SettingsScreen.module.css';
import { useShow } from './show';
import { isSame, parsedValue, readTyped, type Typed, textOf, UNREADABLE } from './values';
import { Waiting } from './Waiting';
import { useSettingWords } from './words';

export default function GroupScreen() {
  const { t, i18n } = useLingui();
  const { group = '' } = useParams<{ group: string }>();
  const { data, error, refetch } = useSettings();
  const known = isGroup(group) ? GROUPS[group] : undefined;
  const section = data?.sections.find((one) => one.group === group);
  useFragment(Boolean(section));
  return (
    <Page
      title={known ? i18n._(known.title) : t({ context: 'screen', message: 'Settings' })}
      lead={known && i18n._(known.lead)}
      above={<Back to="/settings">{t({ context: 'screen', message: 'Settings' })}</Back>}
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={8} />}
      {data && !section && (
        <EmptyState title={t`There are no such settings`}>
          <Link href="/settings">{t`All settings`}</Link>
        </EmptyState>
      )}
      {data && section && <Waiting list={data} keys={section.settings.map(({ key }) => key)} />}
      {data && section && <SettingsForm key={group} group={group} settings={section.settings} list={data} />}
    </Page>
  );
}

function SettingsForm({ group, settings, list }: { group: string; settings: Setting[]; list: SettingList }) {
  const { t, i18n } = useLingui();
  const { id: person } = useSelf();
  const place = `settings.${group}`;
  const save = useSettingCall('setting/save');
  const [typed, setTyped] = useState(() => readTyped(readDraft(person, place), settings));
  const [asked, setAsked] = useState<{ plan: SettingPlan; answer: (isAgreed: boolean) => void }>();
  const answer = (isAgreed: boolean) => {
    setAsked(undefined);
    asked?.answer(isAgreed);
  };

  const stored = (setting: Setting) => textOf(setting.kind, setting.value, i18n.locale);
  const isTyped = (setting: Setting) => {
    const text = typed[setting.key]?.text;
    return text !== undefined && !isSame(parsedValue(setting.kind, text), setting.value);
  };
  const edited = settings.filter(isTyped);
  const put = (next: Record<string, Typed>) => {
    setTyped(next);
    keepDraft(person, place, Object.keys(next).length > 0 ? JSON.stringify(next) : '');
  };
  const valueTyped = (setting: Setting) => parsedValue(setting.kind, typed[setting.key]?.text ?? '');
  const form = useForm({
    id: 'setting',
    initial: Object.fromEntries(settings.map((setting) => [setting.key, typed[setting.key]?.text ?? stored(setting)])),
    check: () => {
      const unreadable = edited.filter((setting) => valueTyped(setting) === UNREADABLE);
      return Object.fromEntries(unreadable.map(({ key }) => [key, t`This value doesn’t fit here.`]));
    },
    send: async () => {
      const edits = edited.map((setting) => ({
        key: setting.key,
        seen: typed[setting.key]?.seen,
        value: valueTyped(setting),
      }));
      const plan = await planSettings({ edits });
      if (plan.values.length > 0) {
        const isAgreed = await new Promise<boolean>((resolve) => setAsked({ plan, answer: resolve }));
        if (!isAgreed) return;
      }
      const after = await save.mutateAsync({ edits });
      put({});
      const waits = after.waiting.some(({ changes }) =>
        changes.some(({ key }) => edits.some((one) => one.key === key)),
      );
      toast(waits ? t`Saved. Payment details wait.` : t`Saved, and in force.`);
    },
  });
  const type = ({ key, value }: Setting, text: string) => {
    put({ ...typed, [key]: { seen: typed[key]?.seen ?? value, text } });
    form.set(key, text);
  };
  const drop = (keys: string[]) => {
    put(Object.fromEntries(Object.entries(typed).filter(([key]) => !keys.includes(key))));
    form.reset();
  };
  return (
    <div className={styles.fields}>
      <Form form={form}>
        {settings.some(({ waits }) => waits) && (
          <p className={styles.note}>
            {t`Account and cheque details decide where money goes: a change of them waits for a day, or for a second owner.`}
          </p>
        )}
        {settings.map((setting) =>
          setting.pinned_by ? (
            <Pinned key={setting.key} setting={setting} />
          ) : (
            <div key={setting.key} className={styles.setting}>
              <Control
                setting={setting}
                text={typed[setting.key]?.text ?? stored(setting)}
                onChange={(text) => type(setting, text)}
                error={form.errors[setting.key]}
                productTypes={list.product_types}
              />
              {isTyped(setting) && !isSame(typed[setting.key]?.seen, setting.value) && (
                <Clash
                  setting={setting}
                  onTheirs={() => drop([setting.key])}
                  onMine={() =>
                    put({ ...typed, [setting.key]: { seen: setting.value, text: typed[setting.key]?.text ?? '' } })
                  }
                />
              )}
            </div>
          ),
        )}
        <Actions>
          <Button type="submit" variant="primary" isDisabled={edited.length === 0} isPending={form.isBusy}>
            {form.isBusy && !asked ? t`Saving…` : t`Save`}
          </Button>
          {edited.length > 0 && (
            <Button onPress={() => drop(edited.map(({ key }) => key))}>{t`Take back what I typed`}</Button>
          )}
        </Actions>
      </Form>
      {asked && <PlanDialog plan={asked.plan} list={list} onSave={() => answer(true)} onClose={() => answer(false)} />}
    </div>
  );
}

function Pinned({ setting: { key, kind, value, pinned_by: place } }: { setting: Setting }) {
  const words = useSettingWords();
  const show = useShow();
  return (
    <dl id={`setting-${key}`} tabIndex={-1} className={styles.pinned}>
      <dt>{words(key).label}</dt>
      <dd>{show(kind, value)}</dd>
      <dd className={styles.note}>
        <Trans>
          Fixed on the machine: <code translate="no">{place}</code>
        </Trans>
      </dd>
    </dl>
  );
}

function Clash({
  setting: { kind, value },
  onTheirs,
  onMine,
}: {
  setting: Setting;
  onTheirs: () => void;
  onMine: () => void;
}) {
  const { t } = useLingui();
  const show = useShow();
  return (
    <Notice
      tone="warning"
      isLive
      title={t`Somebody has changed this meanwhile`}
      actions={
        <>
          <Button small onPress={onTheirs}>{t`Take theirs`}</Button>
          <Button small onPress={onMine}>{t`Keep mine`}</Button>
        </>
      }
    >
      <span className={styles.value}>{show(kind, value)}</span>
    </Notice>
  );
}
