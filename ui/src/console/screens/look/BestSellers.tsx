/** The products that the page shows, on computers and, where they are others, on phones. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { HomePage, HomeProduct } from '../../api/look';
import { useFoundProducts } from '../../api/products';
import { useMay } from '../../api/queries';
import type { Message } from '../../api/types';
import { Button } from '../../parts/Button';
import { Field } from '../../parts/Field';
import { CheckField } from '../../parts/MoreFields';
import { Search } from '../../parts/Search';
import { useMessageText } from '../../parts/text';
import { Problem } from './Blocks';
import { moved } from './documents';
import { ListTools } from './ListTools';
import styles from './look.module.css';
import { useLookWords } from './words';

type Lists = Pick<HomePage['structure'], 'bestsellers' | 'bestsellers_mobile'>;

interface Props {
  page: HomePage;
  products: HomeProduct[];
  problem: (field: string) => Message | undefined;
  onChange: (lists: Partial<Lists>) => void;
}

export function BestSellers({ page, products, problem, onChange }: Props) {
  const { t } = useLingui();
  const words = useLookWords();
  const { bestsellers, bestsellers_mobile: onPhones } = page.structure;
  /** Names of what was found here, until the server knows it. */
  const [found, setFound] = useState<HomeProduct[]>([]);
  const known = [...products, ...found];
  const [areOthers, setOthers] = useState(onPhones.length > 0);
  const list = (name: keyof Lists, skus: string[]) => (
    <List
      id={`home-${name}`}
      label={words.part(name)}
      skus={skus}
      products={known}
      problem={(at) => problem(at === undefined ? `structure.${name}` : `structure.${name}.${at}`)}
      onChange={(to) => onChange({ [name]: to })}
      onFound={(product) => setFound((all) => [...all, product])}
    />
  );
  return (
    <>
      {list('bestsellers', bestsellers)}
      <CheckField
        id="home-bestsellers-others"
        checked={areOthers || onPhones.length > 0}
        onChange={(checked) => {
          setOthers(checked);
          onChange({ bestsellers_mobile: checked ? bestsellers : [] });
        }}
      >
        {t`Others on phones`}
      </CheckField>
      {(areOthers || onPhones.length > 0) && list('bestsellers_mobile', onPhones)}
    </>
  );
}

interface ListProps {
  id: string;
  label: string;
  skus: string[];
  products: HomeProduct[];
  /** Of an entry, or of the whole list. */
  problem: (at?: number) => Message | undefined;
  onChange: (skus: string[]) => void;
  onFound: (product: HomeProduct) => void;
}

function List({ id, label, skus, products, problem, onChange, onFound }: ListProps) {
  const { t } = useLingui();
  const say = useMessageText();
  const maySearch = useMay('products_change');
  const whole = problem();
  const add = (product: HomeProduct) => {
    onFound(product);
    onChange([...skus, product.sku]);
  };
  return (
    <fieldset className={styles.place}>
      <legend className="visually-hidden">{label}</legend>
      {whole && <Problem text={say(whole)} />}
      {skus.length === 0 && <p className={styles.quiet}>{t`None yet: the page leaves this part out.`}</p>}
      <ol className={styles.rows}>
        {skus.map((sku, at) => {
          const product = products.find((one) => one.sku === sku);
          const name = product?.name ?? sku;
          const wrong = problem(at);
          return (
            <li key={sku}>
              {product?.small ? (
                <img src={product.small} width={48} height={60} alt="" loading="lazy" />
              ) : (
                <span className={styles.noPicture} />
              )}
              <span>
                <span className={styles.rowName}>{name}</span>{' '}
                <span className={styles.quiet} translate="no">
                  {sku}
                </span>
              </span>
              <ListTools
                name={name}
                at={at}
                count={skus.length}
                onMove={(to) => onChange(moved(skus, at, to))}
                onRemove={() => onChange(skus.filter((one) => one !== sku))}
              />
              {wrong && (
                <div className={styles.below}>
                  <Problem text={say(wrong)} />
                </div>
              )}
            </li>
          );
        })}
      </ol>
      {maySearch ? (
        <FindProduct label={t`Find a product: ${label}`} skus={skus} onAdd={add} />
      ) : (
        <TypedProduct id={id} skus={skus} onAdd={add} />
      )}
    </fieldset>
  );
}

/** Products that are offered of a search. */
const SHOWN = 6;

function FindProduct({ label, skus, onAdd }: { label: string; skus: string[]; onAdd: (product: HomeProduct) => void }) {
  const { t } = useLingui();
  const [q, setQ] = useState('');
  const { data } = useFoundProducts(q);
  const items = q ? (data?.items.slice(0, SHOWN) ?? []) : [];
  return (
    <div>
      <Search label={label} placeholder={t`Name or SKU`} value={q} onSearch={setQ} />
      <p className={styles.quiet} role="status">
        {q && data && items.length === 0 && <Trans>Nothing is found. Try fewer letters, or the SKU.</Trans>}
      </p>
      {items.length > 0 && (
        <ul className={styles.found} aria-label={t`Found products`}>
          {items.map(({ sku, name, picture }) => (
            <li key={sku}>
              <span>
                {name}{' '}
                <span className={styles.quiet} translate="no">
                  {sku}
                </span>
              </span>
              <Button
                small
                icon={skus.includes(sku) ? 'check' : 'plus'}
                isPending={skus.includes(sku)}
                aria-label={skus.includes(sku) ? t`Chosen: ${name}` : t`Choose ${name}`}
                onPress={() => onAdd({ sku, name, small: picture })}
              >
                {skus.includes(sku) ? t`Chosen` : t`Choose`}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** For who may not see the products: by the number. */
function TypedProduct({ id, skus, onAdd }: { id: string; skus: string[]; onAdd: (product: HomeProduct) => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const sku = typed.trim().toUpperCase();
  return (
    <div className={styles.add}>
      <Field id={`${id}-sku`} label={t`SKU of a product`} value={typed} onChange={setTyped} maxLength={60} isFilter />
      <Button
        icon="plus"
        isDisabled={!sku || skus.includes(sku)}
        onPress={() => {
          onAdd({ sku, name: sku, small: null });
          setTyped('');
        }}
      >
        {t`Add`}
      </Button>
    </div>
  );
}
