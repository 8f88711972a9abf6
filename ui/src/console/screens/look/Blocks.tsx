/** The departments that the page leads to: their order, and the words of each. */

import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { HomePage, HomeScreen } from '../../api/look';
import type { Message } from '../../api/types';
import { Button } from '../../parts/Button';
import { EmptyState } from '../../parts/Feedback';
import { SelectField } from '../../parts/Field';
import { Icon } from '../../parts/Icon';
import { Section } from '../../parts/Page';
import { useMessageText } from '../../parts/text';
import { moved } from './documents';
import { ListTools } from './ListTools';
import styles from './look.module.css';
import { fitting } from './pictures';
import { useLookWords } from './words';

interface Props {
  page: HomePage;
  screen: HomeScreen;
  problem: (field: string) => Message | undefined;
  onChange: (blocks: string[]) => void;
  /** The texts of a department. */
  children: (key: string) => ReactNode;
}

export function Blocks({ page, screen, problem, onChange, children }: Props) {
  const { t } = useLingui();
  const say = useMessageText();
  const words = useLookWords();
  const { blocks } = page.structure;
  const { categories } = screen;
  const offered = categories.filter(({ key, image }) => image && !blocks.includes(key));
  const [chosen, setChosen] = useState('');
  const next = offered.find(({ key }) => key === chosen) ?? offered[0];
  const whole = problem('structure.blocks');
  return (
    <Section
      id="home-blocks"
      title={words.part('blocks')}
      lead={t`Each with the picture of its category, in this order.`}
    >
      {whole && <Problem text={say(whole)} />}
      {blocks.length === 0 && (
        <EmptyState title={t`No department is shown yet`}>
          {t`Add those that shoppers look for first. A category needs a picture to be shown.`}
        </EmptyState>
      )}
      <ol className={styles.rows}>
        {blocks.map((key, at) => {
          const category = categories.find((one) => one.key === key);
          const name = category?.name ?? key;
          const wrong = problem(`structure.blocks.${at}`);
          return (
            <li key={key}>
              {category?.image ? (
                <img src={fitting(category.image, 160)} width={48} height={60} alt="" loading="lazy" />
              ) : (
                <span className={styles.noPicture} />
              )}
              <span className={styles.rowName}>{name}</span>
              <ListTools
                name={name}
                at={at}
                count={blocks.length}
                onMove={(to) => onChange(moved(blocks, at, to))}
                onRemove={() => onChange(blocks.filter((one) => one !== key))}
              />
              <div className={styles.below}>
                {wrong && <Problem text={say(wrong)} />}
                {children(key)}
              </div>
            </li>
          );
        })}
      </ol>
      {next && (
        <div className={styles.add}>
          <SelectField
            id="home-add-block"
            label={t`Another department`}
            value={next.key}
            onChange={setChosen}
            options={offered.map(({ key, name }) => ({ value: key, label: name }))}
          />
          <Button icon="plus" onPress={() => onChange([...blocks, next.key])}>{t`Show it`}</Button>
        </div>
      )}
    </Section>
  );
}

export function Problem({ text }: { text: string }) {
  return (
    <p className={styles.error} role="alert">
      <Icon name="error" size={16} />
      <span>{text}</span>
    </p>
  );
}
