/** Colours, type, spacing, motion and icons: the tokens of styles/tokens.css. */

import { useLingui } from '@lingui/react/macro';
import { Icon, type IconName } from '../../parts/Icon';
import names from '../../parts/icons.json';
import styles from './Foundations.module.css';
import { Group, Sample } from './Group';

const COLORS = [
  'background',
  'surface',
  'surface-strong',
  'text',
  'text-secondary',
  'text-tertiary',
  'primary',
  'primary-strong',
  'accent',
  'accent-soft',
  'reduction',
  'error',
  'success',
  'warning',
  'info',
  'border',
  'border-subtle',
  'focus',
  'field',
] as const;

const SPACES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
const MOTIONS = ['fast', 'medium', 'slow'] as const;

export function Foundations({ sentence, text }: { sentence: string; text: string }) {
  const { t } = useLingui();
  /** Names as in the catalogue. */
  const pictograms = [
    t`exploding bomb`,
    t`flame`,
    t`flame over circle`,
    t`gas cylinder`,
    t`corrosion`,
    t`skull and crossbones`,
    t`exclamation mark`,
    t`health hazard`,
    t`environment`,
  ];
  return (
    <>
      <Group title={t`Colours`}>
        <ul className={styles.colors}>
          {COLORS.map((name) => (
            <li key={name}>
              <span className={styles.swatch} data-color={name} />
              <code>{`color-${name}`}</code>
            </li>
          ))}
        </ul>
      </Group>

      <Group title={t`Lettering`}>
        <Sample name="display">
          <p className="display">{sentence}</p>
        </Sample>
        {(['h1', 'h2', 'h3'] as const).map((level) => (
          <Sample key={level} name={level}>
            <p className={styles[level]}>{sentence}</p>
          </Sample>
        ))}
        <Sample name="body">
          <p>{text}</p>
        </Sample>
        <Sample name="small">
          <p className="small">{text}</p>
        </Sample>
        <Sample name="legal">
          <p className="legal">{text}</p>
        </Sample>
        <Sample name="overline">
          <p className="overline">{sentence}</p>
        </Sample>
      </Group>

      <Group title={t`Space and motion`}>
        <ul className={styles.spaces}>
          {SPACES.map((step) => (
            <li key={step}>
              <code>{`space-${step}`}</code>
              <span data-space={step} />
            </li>
          ))}
        </ul>
        <ul className={styles.motions}>
          {MOTIONS.map((name) => (
            <li key={name} data-motion={name}>
              <code>{`duration-${name}`}</code>
              <span />
            </li>
          ))}
        </ul>
      </Group>

      <Group title={t`Signs`}>
        <ul className={styles.icons}>
          {Object.keys(names).map((name) => (
            <li key={name}>
              <Icon name={name as IconName} />
              <code>{name}</code>
            </li>
          ))}
        </ul>
      </Group>

      <Group title={t`Hazard pictograms`}>
        <ul className={styles.icons}>
          {pictograms.map((name, at) => (
            <li key={name}>
              <img src={`/pictograms/GHS0${at + 1}.svg`} alt={name} width="96" height="96" loading="lazy" />
              <code>{`GHS0${at + 1}`}</code>
            </li>
          ))}
        </ul>
      </Group>
    </>
  );
}
