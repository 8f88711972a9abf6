/** Re-exports the form fields. */

export { Checkbox, type CheckboxProps } from './Checkbox';
export { FieldError } from './FieldError';
export { type RadioCard, RadioCards, type RadioCardsProps } from './RadioCards';
export { SelectField, type SelectFieldProps } from './SelectField';
export { Field, FieldPair, type FieldProps } from './TextField';
