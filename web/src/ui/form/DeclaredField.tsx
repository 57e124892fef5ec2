import type { FieldControl } from '@dentin/contract/core/field-kinds'
import { lazy, Suspense, type ReactNode } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { Segmented } from '../control/Segmented.tsx'
import { Picked, type PickedField } from './bound.tsx'
import { Checkbox } from './Checkbox.tsx'
import { RadioGroup, Switch } from './Choice.tsx'
import { ColourChoice } from './ColourChoice.tsx'
import { Field, type FieldProps } from './Field.tsx'
import { NumberField } from './MoneyInput.tsx'
import { OptionalMoney } from './OptionalMoney.tsx'
import { numberOptions } from './options.ts'
import { Select } from './Select.tsx'
import { TextArea, TextField } from './TextField.tsx'

/** The calendar is large, and few declared fields are days. */
const DatePicker = lazy(async () => ({ default: (await import('./DateField.tsx')).DatePicker }))

/** What the declaration of a field says, as far as a form draws it. */
export interface Declared {
  label: string
  min?: number
  max?: number
  step?: number
  words?: Readonly<Record<number, string>>
  edit: FieldControl
}

export interface DeclaredFieldProps<V extends FieldValues> extends Pick<FieldProps, 'help' | 'required' | 'className'> {
  form: UseFormReturn<V> & { errorOf: (name: string) => string | undefined }
  name: FieldPath<V>
  field: Declared
  placeholder?: string | undefined
  autoFocus?: boolean
  disabled?: boolean
  /** What stands in the form when a number is emptied; left out: nothing, and the call says what it lacks. */
  emptied?: null
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** A field of a form, drawn as its declaration says: label, limits, words and kind of control. */
export function DeclaredField<V extends FieldValues>({
  form,
  name,
  field: { label, min, max, step, words = {}, edit },
  placeholder = edit.placeholder,
  autoFocus,
  disabled,
  emptied,
  ...over
}: DeclaredFieldProps<V>) {
  const frame = { label: edit.label ?? label, required: edit.required, help: edit.help, ...over }
  if (edit.as === 'text' || edit.as === 'tel' || edit.as === 'notes') {
    const input = { maxLength: max, placeholder, autoFocus, ...form.register(name) }
    return (
      <Field {...frame} error={form.errorOf(name)}>
        {edit.as === 'notes' ? (
          <TextArea rows={2} {...input} />
        ) : (
          <TextField inputMode={edit.as === 'tel' ? 'tel' : undefined} {...input} />
        )}
      </Field>
    )
  }
  const controls: Record<typeof edit.as, (field: PickedField<unknown>) => ReactNode> = {
    number: ({ value, onChange, onBlur }) => (
      <NumberField
        value={numberOf(value)}
        onChange={(next) => onChange(next ?? emptied)}
        onBlur={onBlur}
        min={min}
        max={max}
        step={step}
        unit={edit.unit}
        placeholder={placeholder}
        disabled={disabled}
      />
    ),
    money: ({ value, ...rest }) => (
      <OptionalMoney field={{ value: textOf(value), ...rest }} placeholder={placeholder} disabled={disabled} />
    ),
    choice: ({ value, onChange, onBlur }) => (
      <Select
        clearable
        options={numberOptions(words)}
        value={numberOf(value)}
        onChange={onChange}
        onBlur={onBlur}
        placeholder={placeholder}
        disabled={disabled}
      />
    ),
    segments: ({ value, onChange }) => (
      <Segmented
        options={numberOptions(words).map((option) => ({ ...option, disabled }))}
        value={numberOf(value)}
        onChange={onChange}
      />
    ),
    radios: ({ value, onChange }) => (
      <RadioGroup options={numberOptions(words)} value={numberOf(value)} onChange={onChange} disabled={disabled} />
    ),
    switch: ({ value, onChange }) => (
      <Switch checked={value === true} onChange={onChange} disabled={disabled}>
        {edit.says}
      </Switch>
    ),
    check: ({ value, onChange }) => (
      <Checkbox checked={value === true} onChange={(event) => onChange(event.target.checked)} disabled={disabled}>
        {edit.says}
      </Checkbox>
    ),
    colour: ({ value, onChange }) => (
      <ColourChoice label={label} value={textOf(value)} onChange={onChange} disabled={disabled} />
    ),
    day: ({ value, onChange, onBlur }) => (
      <Suspense fallback={<TextField value={textOf(value)} readOnly disabled={disabled} />}>
        <DatePicker clearable value={textOf(value) || null} onChange={onChange} onBlur={onBlur} disabled={disabled} />
      </Suspense>
    ),
  }
  return (
    <Picked form={form} name={name} group={GROUPS.includes(edit.as)} {...frame}>
      {controls[edit.as]}
    </Picked>
  )
}
/** Controls of which the label names the group. */
const GROUPS: readonly string[] = ['segments', 'radios', 'switch', 'check', 'colour']
