/** Prices and stock, which are changed elsewhere; a first price is entered here. */

import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import { useProductCall } from '../../api/products';
import { useMay } from '../../api/queries';
import type { ProductChoices, ProductDetail } from '../../api/types';
import { parseAmount } from '../../parts/amount';
import { Button } from '../../parts/Button';
import { Field } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import { Section } from '../../parts/Page';
import table from '../../parts/Table.module.css';
import { useFormat } from '../../parts/text';
import { toast } from '../../parts/toasts';
import styles from './ProductScreen.module.css';

export function Prices({ product, choices }: { product: ProductDetail; choices: ProductChoices }) {
  const { t } = useLingui();
  const format = useFormat();
  const mayStock = useMay('stock_change');
  const { prices, available, sku } = product;
  const lacking = choices.currencies.filter((currency) => !prices.some((price) => price.currency === currency));
  return (
    <div className={styles.part}>
      <Section
        id="product-prices"
        title={t`Price`}
        lead={t`With VAT. In a currency without a price the product is not sold.`}
      >
        {prices.length > 0 && (
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">{t`Currency`}</th>
                <th scope="col" className={table.end}>{t`Price`}</th>
                <th scope="col" className={table.end}>{t`Regular price`}</th>
              </tr>
            </thead>
            <tbody>
              {prices.map(({ currency, amount, regular }) => (
                <tr key={currency}>
                  <th scope="row">{currency}</th>
                  <td className={styles.number} data-label={t`Price`}>
                    {format.money(amount, currency)}
                  </td>
                  <td className={styles.number} data-label={t`Regular price`}>
                    {regular === null ? '–' : format.money(regular, currency)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {lacking.length > 0 && <FirstPrices key={lacking.join()} sku={sku} currencies={lacking} />}
      </Section>
      {available !== null && (
        <Section id="product-stock" title={t`Stock`}>
          <p>
            {t`To sell`}: {format.number(available)}{' '}
            {mayStock && <Link href={`/stock/${encodeURIComponent(sku)}`}>{t`Open the stock`}</Link>}
          </p>
        </Section>
      )}
    </div>
  );
}

function FirstPrices({ sku, currencies }: { sku: string; currencies: readonly string[] }) {
  const { t } = useLingui();
  const set = useProductCall('product/set_first_price');
  const form = useForm({
    id: 'first',
    initial: Object.fromEntries(currencies.map((currency) => [`price.${currency}`, ''])) as Record<string, string>,
    check: (values) =>
      Object.fromEntries(
        Object.entries(values).map(([name, text]) => [
          name,
          text.trim() === '' || parseAmount(text) ? undefined : t`Enter an amount such as 120.00.`,
        ]),
      ),
    send: async (values) => {
      const filled = Object.entries(values).filter(([, text]) => text.trim() !== '');
      await set.mutateAsync({
        sku,
        prices: Object.fromEntries(
          filled.map(([name, text]) => [name.slice('price.'.length), parseAmount(text) ?? text]),
        ),
      });
      toast(t`The price is in force.`);
    },
  });
  return (
    <Form form={form} label={t`First price`}>
      <p className={styles.hint}>
        <Trans>
          Enter the first price here. Later ones are planned with the prices, so that the lowest of 30 days is kept.
        </Trans>
      </p>
      <div className={styles.columns}>
        {currencies.map((currency) => {
          const { value, ...rest } = form.field(`price.${currency}`);
          return (
            <Field key={currency} {...rest} value={value ?? ''} label={currency} inputMode="decimal" isFilter short />
          );
        })}
      </div>
      <Actions>
        <Button type="submit" isPending={form.isBusy}>
          {form.isBusy ? t`Saving…` : t`Set the first price`}
        </Button>
      </Actions>
    </Form>
  );
}
