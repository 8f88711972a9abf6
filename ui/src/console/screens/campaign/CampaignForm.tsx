/** The terms of a draft and its goods, saved together. */

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { asApiError } from '../../api/client';
import { chooseGoods, useCampaignCall, useCategories } from '../../api/prices';
import { useSelf } from '../../api/queries';
import type { CampaignDetail, PriceEnding, ReductionKind } from '../../api/types';
import { parseAmount, typedAmount } from '../../parts/amount';
import { Button, IconButton } from '../../parts/Button';
import { keepDraft, readDraft } from '../../parts/draft';
import { Notice } from '../../parts/Feedback';
import { Field, SelectField } from '../../parts/Field';
import { Actions, Form, Pair, useForm } from '../../parts/Form';
import { Section } from '../../parts/Page';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import styles from './CampaignScreen.module.css';
import { type Chosen, chosenOf, draftOf, formOf, parsePercent, readKept, withGoods, writeKept } from './draft';

interface Props {
  /** Undefined: a new one. */
  detail?: CampaignDetail;
  onSaved?: (detail: CampaignDetail) => void;
}

export function CampaignForm({ detail, onSaved }: Props) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const save = useCampaignCall('campaign/save');
  const typed = (amount: string) => typedAmount(amount, i18n.locale);
  const self = useSelf().id;
  const place = `campaign-${detail?.campaign.id ?? 'new'}`;
  const saved = { draft: draftOf(detail, format.dayOf(Date.now()), typed), chosen: chosenOf(detail, typed) };
  const [kept, setKept] = useState(() => readKept(readDraft(self, place)));
  const [chosen, setChosen] = useState(kept?.chosen ?? saved.chosen);
  // The version that this form is about: another one is told, and what is typed stays.
  const [version, setVersion] = useState(kept?.version ?? detail?.campaign.version ?? 0);
  const isSent = useRef(false);
  const form = useForm({
    id: 'campaign',
    initial: kept?.draft ?? saved.draft,
    check: ({ name, kind, value }) => ({
      name: name.trim() === '' ? t`Enter a name for the campaign.` : undefined,
      value:
        kind === 'percent' && parsePercent(value) === undefined
          ? t`Enter a percentage above 0 and below 100.`
          : kind === 'amount' && parseAmount(value) === undefined
            ? t`Enter an amount, such as 12.50.`
            : undefined,
    }),
    send: async (values) => {
      const sent = formOf(values, chosen);
      if (!sent) throw asApiError(new Error());
      const answer = await save.mutateAsync({ id: detail?.campaign.id ?? null, version, form: sent });
      keepDraft(self, place, '');
      setKept(undefined);
      toast(t`The draft is saved.`);
      if (onSaved) {
        // A new one is shown under its own address.
        isSent.current = true;
        onSaved(answer);
        return;
      }
      setVersion(answer.campaign.version);
      setChosen(chosenOf(answer, typed));
      form.reset(draftOf(answer, '', typed));
    },
  });
  const toKeep = writeKept({ version, draft: form.values, chosen }, saved);
  useEffect(() => {
    if (!isSent.current) keepDraft(self, place, toKeep);
  }, [self, place, toKeep]);
  const showSaved = () => {
    form.reset(saved.draft);
    setChosen(saved.chosen);
    setVersion(detail?.campaign.version ?? 0);
    setKept(undefined);
  };
  const isStale = detail !== undefined && detail.campaign.version !== version && !save.isPending;
  const { kind } = form.values;
  const badPrice = kind === 'price' && chosen.some(({ price }) => price.trim() !== '' && !parseAmount(price));
  return (
    <Section id="campaign-terms" title={t`Terms and goods`}>
      {isStale && (
        <Notice
          tone="warning"
          title={t`Somebody has changed this campaign`}
          actions={
            <>
              <Button small onPress={showSaved}>{t`Show theirs`}</Button>
              <Button small onPress={() => setVersion(detail.campaign.version)}>{t`Keep mine`}</Button>
            </>
          }
        >
          <Trans>What you have typed is still here. Saved, it replaces theirs.</Trans>
        </Notice>
      )}
      {kept && !isStale && toKeep !== '' && (
        <Notice
          tone="info"
          title={t`What you typed is still here`}
          actions={<Button small onPress={showSaved}>{t`Throw it away`}</Button>}
        >
          <Trans>It was kept on this device, and is not saved yet.</Trans>
        </Notice>
      )}
      <Form form={form}>
        <Field
          {...form.field('name')}
          label={t`Name`}
          hint={t`For the house; shoppers do not see it.`}
          maxLength={80}
        />
        <Pair>
          <Field {...form.field('begins')} label={t`Begins`} type="datetime-local" hint={t`On the shop’s clocks.`} />
          <Field
            {...form.field('ends')}
            label={t`Ends`}
            type="datetime-local"
            hint={t`From then on the price before holds again.`}
          />
        </Pair>
        <Pair>
          <SelectField<ReductionKind>
            {...form.field('kind')}
            label={t`Reduction`}
            options={[
              { value: 'percent', label: t`By a percentage` },
              { value: 'amount', label: t`By an amount` },
              { value: 'price', label: t`A price for each item` },
            ]}
          />
          {kind === 'percent' && <Field {...form.field('value')} label={t`Percent`} inputMode="decimal" short />}
          {kind === 'amount' && (
            <Field
              {...form.field('value')}
              label={t`Amount in EUR`}
              hint={t`Other currencies follow by the shop’s rates.`}
              inputMode="decimal"
              short
            />
          )}
        </Pair>
        {kind !== 'price' && (
          <SelectField<PriceEnding>
            {...form.field('ending')}
            label={t`Round down to`}
            options={[
              { value: 'step', label: t`the step of the currency` },
              { value: 'whole', label: t`whole amounts (12.00)` },
              { value: 'ninety', label: t`ninety (12.90)` },
              { value: 'ninety_five', label: t`ninety-five (12.95)` },
            ]}
          />
        )}
        <Goods chosen={chosen} hasPrices={kind === 'price'} onChange={setChosen} />
        <Actions>
          <Button type="submit" variant="primary" isPending={form.isBusy} isDisabled={badPrice}>
            {form.isBusy ? t`Saving…` : t`Save the draft`}
          </Button>
        </Actions>
      </Form>
    </Section>
  );
}

interface GoodsProps {
  chosen: Chosen[];
  hasPrices: boolean;
  onChange: (chosen: Chosen[]) => void;
}

function Goods({ chosen, hasPrices, onChange }: GoodsProps) {
  const { t } = useLingui();
  const format = useFormat();
  const count = chosen.length;
  const set = (sku: string, price: string) =>
    onChange(chosen.map((one) => (one.sku === sku ? { ...one, price } : one)));
  return (
    <fieldset className={styles.goods}>
      <legend>{t`Goods`}</legend>
      <Add onAdd={(more) => onChange(withGoods(chosen, more))} />
      <p className={styles.words} role="status">
        {count === 0
          ? t`Nothing is chosen yet.`
          : t`${plural(count, { one: '# item', other: '# items' })}, each variant counted`}
      </p>
      {count > 0 && (
        <ul className={styles.chosen}>
          {chosen.map(({ sku, name, amount, price }) => (
            <li key={sku}>
              <span className={styles.name}>
                {name} <span translate="no">{sku}</span>
              </span>
              <span className={styles.number}>{amount === null ? '–' : format.money(amount, 'EUR')}</span>
              {hasPrices && (
                <input
                  className={styles.price}
                  aria-label={t`Campaign price of ${name}, EUR`}
                  aria-invalid={price.trim() !== '' && !parseAmount(price) ? true : undefined}
                  inputMode="decimal"
                  autoComplete="off"
                  value={price}
                  onChange={(event) => set(sku, event.target.value)}
                />
              )}
              <IconButton
                icon="close"
                aria-label={t`Take out ${name}`}
                onPress={() => onChange(chosen.filter((one) => one.sku !== sku))}
              />
            </li>
          ))}
        </ul>
      )}
      {count > 1 && (
        <div>
          <Button small variant="quiet" onPress={() => onChange([])}>{t`Take out all`}</Button>
        </div>
      )}
    </fieldset>
  );
}

/** Goods of a category, or those that words find, are added all together. */
function Add({ onAdd }: { onAdd: (more: Chosen[]) => void }) {
  const { t } = useLingui();
  const say = useMessageText();
  const { data: categories } = useCategories();
  const [category, setCategory] = useState('');
  const [q, setQ] = useState('');
  const [isBusy, setBusy] = useState(false);
  const add = async () => {
    if (isBusy || (category === '' && q.trim() === '')) return;
    setBusy(true);
    try {
      const { items } = await chooseGoods(category ? { category } : { q });
      const count = items.length;
      onAdd(items.map(({ sku, name, amount }) => ({ sku, name, amount, price: '' })));
      toast(count === 0 ? t`Nothing was found.` : t`${plural(count, { one: '# item added', other: '# items added' })}`);
      setQ('');
      setCategory('');
    } catch (reason) {
      toast(say(asApiError(reason)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.add}>
      <SelectField
        id="campaign-category"
        label={t`Category`}
        value={category}
        onChange={setCategory}
        options={[
          { value: '', label: t`None` },
          ...(categories ?? []).map(({ key, name, depth }) => ({ value: key, label: '\u2003'.repeat(depth) + name })),
        ]}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in the field adds instead of saving the form */}
      <div
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          void add();
        }}
      >
        <Field id="campaign-words" label={t`or item number, or words`} isFilter value={q} onChange={setQ} />
      </div>
      <Button isPending={isBusy} isDisabled={category === '' && q.trim() === ''} onPress={() => void add()}>
        {t`Add`}
      </Button>
    </div>
  );
}
