/** A picture with its words, and the category that it leads to. */

import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { HomePage, HomePicture, HomeScreen } from '../../api/look';
import type { Lang, Message } from '../../api/types';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { EmptyState } from '../../parts/Feedback';
import { SelectField } from '../../parts/Field';
import { Icon } from '../../parts/Icon';
import { Section } from '../../parts/Page';
import { useMessageText } from '../../parts/text';
import { categoryOf, type Place, withCategory } from './documents';
import styles from './look.module.css';
import { fitting } from './pictures';
import { useLookWords } from './words';

interface Props {
  place: Place;
  lead: string;
  page: HomePage;
  screen: HomeScreen;
  languages: Lang[];
  problem: (field: string) => Message | undefined;
  onChange: (page: HomePage) => void;
  /** Its texts. */
  children: ReactNode;
}

export function PlaceSection({ place, lead, page, screen, languages, problem, onChange, children }: Props) {
  const { t } = useLingui();
  const say = useMessageText();
  const words = useLookWords();
  const [isChoosing, setChoosing] = useState(false);
  const { pictures, categories } = screen;
  const placed = page.structure[place];
  const picture = pictures.find(({ name }) => name === placed.image);
  const category = categoryOf(page, place, languages);
  const wrong = {
    image: problem(`structure.${place}.image`),
    category:
      problem(`structure.${place}.category`) ??
      languages.map((lang) => problem(`texts.${lang}.${place}.category`)).find(Boolean),
  };
  const known = categories.some(({ key }) => key === category);
  const name = words.part(place);
  return (
    <Section id={`home-${place}`} title={name} lead={lead}>
      <div className={styles.place}>
        <div className={styles.chosen}>
          {picture ? (
            <img src={fitting(picture.image, 320)} width={128} height={96} alt="" />
          ) : (
            <span className={styles.noPicture} />
          )}
          <div>
            <p className={styles.quiet} translate="no">
              {placed.image || t`No picture yet`}
            </p>
            <Button small aria-label={t`Choose a picture: ${name}`} onPress={() => setChoosing(true)}>
              {t`Choose a picture…`}
            </Button>
          </div>
          <SelectField
            id={`home-${place}-category`}
            label={words.leaf('category')}
            value={category}
            onChange={(key) => onChange(withCategory(page, place, languages, key))}
            options={[
              ...(known ? [] : [{ value: category, label: category || t`Choose a category` }]),
              ...categories.map((one) => ({ value: one.key, label: one.name })),
            ]}
            error={wrong.category && say(wrong.category)}
          />
        </div>
        {wrong.image && (
          <p className={styles.error} role="alert">
            <Icon name="error" size={16} />
            <span>{say(wrong.image)}</span>
          </p>
        )}
        {children}
      </div>
      {isChoosing && (
        <ChoosePicture
          title={t`Choose a picture: ${name}`}
          pictures={pictures}
          chosen={placed.image}
          onChoose={(image) => onChange({ ...page, structure: { ...page.structure, [place]: { ...placed, image } } })}
          onClose={() => setChoosing(false)}
        />
      )}
    </Section>
  );
}

interface ChooseProps {
  title: string;
  pictures: HomePicture[];
  chosen: string;
  onChoose: (name: string) => void;
  onClose: () => void;
}

function ChoosePicture({ title, pictures, chosen, onChoose, onClose }: ChooseProps) {
  const { t } = useLingui();
  return (
    <Dialog wide isOpen onClose={onClose} title={title}>
      {pictures.length === 0 ? (
        <EmptyState title={t`There is no picture yet`}>
          <Trans>Put photographs of 1280 pixels in width or more into the shop’s folder of pictures.</Trans>
        </EmptyState>
      ) : (
        <fieldset className={styles.pictures}>
          <legend className="visually-hidden">{title}</legend>
          {pictures.map(({ name, image }) => (
            <label key={name} className={styles.card}>
              <img src={fitting(image, 320)} width={240} height={180} alt="" loading="lazy" />
              <input type="radio" name="picture" checked={name === chosen} onChange={() => onChoose(name)} />
              <span translate="no">{name}</span>
            </label>
          ))}
        </fieldset>
      )}
      <div className={styles.buttons}>
        <Button variant="primary" onPress={onClose}>{t`Done`}</Button>
      </div>
    </Dialog>
  );
}
