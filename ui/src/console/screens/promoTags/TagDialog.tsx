/** A tag is written, seen as it would be, and then saved. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { planTag, usePromoTagCall } from '../../api/promoTags';
import type { Args, PromoTag, PromoTagPlan } from '../../api/types';
import { Button } from '../../parts/Button';
import { CopyValue } from '../../parts/Copy';
import { Dialog } from '../../parts/Dialog';
import { Notice } from '../../parts/Feedback';
import { Field } from '../../parts/Field';
import { Actions, Form, Pair, useForm } from '../../parts/Form';
import { useKeep } from '../../parts/kept';
import { TextAreaField } from '../../parts/MoreFields';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import styles from './PromoTagsScreen.module.css';
import { domainsOf, useTagWords } from './words';

interface Props {
  /** Absent: a new one. */
  tag: PromoTag | undefined;
  newPercent: number;
  onClose: () => void;
}

export function TagDialog({ tag, newPercent, onClose }: Props) {
  const { t } = useLingui();
  // What was seen when the dialog was opened: a colleague may change it meanwhile.
  const [seen] = useState(tag);
  const [planned, setPlanned] = useState<{ args: Args<'promo/save'>; plan: PromoTagPlan }>();
  const initial = {
    tag: seen?.tag ?? '',
    percent: String(seen?.percent ?? newPercent),
    from: seen?.from ?? '',
    until: seen?.until ?? '',
    domains: seen?.domains.join('\n') ?? '',
  };
  const isWhole = (text: string) => /^\d{1,3}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 100;
  const form = useForm({
    id: 'promo-tag',
    initial,
    keep: useKeep(`promo-tag-${seen?.tag ?? 'new'}`, seen?.version),
    check: (values) => ({
      tag: values.tag.trim() ? undefined : t`Enter the tag.`,
      percent: isWhole(values.percent) ? undefined : t`Enter a whole percentage from 1 to 100.`,
    }),
    send: async (values) => {
      const args = {
        tag: values.tag.trim(),
        version: seen?.version ?? null,
        percent: Number(values.percent),
        from: values.from === initial.from ? '' : values.from,
        until: values.until,
        domains: domainsOf(values.domains),
      };
      setPlanned({ args, plan: await planTag(args) });
    },
  });
  const name = seen?.tag ?? '';
  const title = seen ? t`Change the tag ${name}` : t`New tag`;
  return (
    <Dialog title={title} isOpen onClose={onClose} wide holdsInput>
      {planned ? (
        <Plan {...planned} onBack={() => setPlanned(undefined)} onClose={onClose} />
      ) : (
        <Form form={form}>
          {!seen && (
            <Field
              {...form.field('tag')}
              label={t({ context: 'promo', message: 'Tag' })}
              hint={t`Letters, digits, hyphens and underscores; whoever knows it can shop with it.`}
              autoComplete="off"
              maxLength={40}
              autoFocus
            />
          )}
          <Field
            {...form.field('percent')}
            label={t`Percentage off regular prices`}
            hint={t`Not on top of a reduction, and not on shipping.`}
            inputMode="numeric"
            short
          />
          <Pair>
            <Field {...form.field('from')} label={t`First day`} hint={t`Empty: at once.`} type="date" isFilter />
            <Field
              {...form.field('until')}
              label={t`Last day`}
              hint={t`Empty: until it is switched off.`}
              type="date"
              isFilter
            />
          </Pair>
          <TextAreaField
            {...form.field('domains')}
            label={t`Only for mail addresses of these domains`}
            hint={t`A line each, such as example.com. Empty: for everybody who has the link.`}
            rows={2}
            optional
          />
          <Actions>
            <Button type="submit" variant="primary" isPending={form.isBusy}>
              {t`See what it does…`}
            </Button>
            <Button onPress={onClose}>{t`Cancel`}</Button>
          </Actions>
        </Form>
      )}
    </Dialog>
  );
}

interface PlanProps {
  args: Args<'promo/save'>;
  plan: PromoTagPlan;
  onBack: () => void;
  onClose: () => void;
}

function Plan({ args, plan: { before, after }, onBack, onClose }: PlanProps) {
  const { t } = useLingui();
  const format = useFormat();
  const say = useMessageText();
  const words = useTagWords();
  const { mutate, isPending, error } = usePromoTagCall('promo/save');
  const { tag } = after;
  const save = () =>
    mutate(args, {
      onSuccess: () => {
        toast(t`The tag ${tag} is saved.`);
        onClose();
      },
    });
  const percent = (of: PromoTag) => format.percent(String(of.percent));
  const isOn = (of: PromoTag) => (of.state === 'off' ? t`off` : t`on`);
  const facts: [string, (of: PromoTag) => string][] = [
    [t`Off regular prices`, percent],
    [t`For whom`, words.whom],
    [t`When`, words.when],
    [t({ context: 'promo', message: 'Switched' }), isOn],
  ];
  return (
    <div className={styles.plan}>
      {error && <Notice tone="error" isLive title={say(error)} />}
      <p role="status">
        {before ? (
          <Trans>From now on the tag {tag} would look like this. Orders that were placed stay as they are.</Trans>
        ) : (
          <Trans>The tag {tag} would look like this. Nothing is saved yet.</Trans>
        )}
      </p>
      <dl className={styles.facts}>
        {facts.map(([name, of]) => {
          const [was, is] = [before && of(before), of(after)];
          return (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {was && was !== is && (
                  <>
                    <del>{was}</del>{' '}
                  </>
                )}
                {is}
              </dd>
            </div>
          );
        })}
      </dl>
      <CopyValue label={t`Link`} value={after.link} />
      <Actions>
        <Button variant="primary" autoFocus isPending={isPending} onPress={save}>
          {isPending ? t`Saving…` : t`Save the tag`}
        </Button>
        <Button onPress={onBack}>{t`Back`}</Button>
      </Actions>
    </div>
  );
}
