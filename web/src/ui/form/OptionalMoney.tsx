import type { PickedField } from './bound.tsx'
import { MoneyInput } from './MoneyInput.tsx'

/** An amount of a form that may be left empty. */
export const OptionalMoney = ({
  field,
  placeholder,
  disabled,
}: {
  field: PickedField<string | null | undefined>
  placeholder?: string | undefined
  disabled?: boolean | undefined
}) => (
  <MoneyInput
    value={field.value ?? ''}
    placeholder={placeholder}
    disabled={disabled}
    onChange={(yuan) => field.onChange(yuan === '' ? null : yuan)}
    onBlur={field.onBlur}
  />
)
