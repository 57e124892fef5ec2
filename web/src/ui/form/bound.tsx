import type { ReactNode } from 'react'
import { useController, type Control, type FieldPath, type FieldPathValue, type FieldValues } from 'react-hook-form'
import { TextButton } from '../control/Button.tsx'
import { Notice } from '../feedback/ErrorLine.tsx'
import { Field, type FieldProps } from './Field.tsx'

/** What a control that is no plain input needs of its field: spread it. */
export interface PickedField<T> {
  value: NonNullable<T> | null
  onChange: (value: unknown) => void
  onBlur: () => void
}

export interface PickedProps<V extends FieldValues, N extends FieldPath<V>> extends Omit<
  FieldProps,
  'error' | 'children'
> {
  form: { control: Control<V>; errorOf: (name: string) => string | undefined }
  name: N
  children: (field: PickedField<FieldPathValue<V, N>>) => ReactNode
}

/** A `Field` of a form whose control is chosen in instead of typed in: Select, RadioGroup, Segmented, DatePicker, MoneyInput. */
export function Picked<V extends FieldValues, N extends FieldPath<V>>({
  form,
  name,
  children,
  ...field
}: PickedProps<V, N>) {
  const { field: held } = useController({ control: form.control, name })
  return (
    <Field {...field} error={form.errorOf(name)}>
      {children({ value: held.value ?? null, onChange: held.onChange, onBlur: held.onBlur })}
    </Field>
  )
}

/** What was typed earlier and not sent is offered again, over the form. */
export function KeptDraft({
  onRestore,
  onDrop,
  dropText = '放弃',
  children,
}: {
  onRestore: () => void
  onDrop: () => void
  dropText?: string
  children: ReactNode
}) {
  return (
    <Notice
      icon="history"
      action={
        <>
          <TextButton onClick={onRestore}>恢复</TextButton>
          <TextButton tone="quiet" onClick={onDrop}>
            {dropText}
          </TextButton>
        </>
      }
    >
      {children}
    </Notice>
  )
}
