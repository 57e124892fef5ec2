import type { PickedField } from '../../ui/heavy.ts'
import { MoneyInput } from '../../ui/index.ts'

/** An amount of a form that may be left empty. */
export const OptionalMoney = ({
  field,
  placeholder,
}: {
  field: PickedField<string | null | undefined>
  placeholder?: string | undefined
}) => (
  <MoneyInput
    value={field.value ?? ''}
    placeholder={placeholder}
    onChange={(yuan) => field.onChange(yuan === '' ? null : yuan)}
    onBlur={field.onBlur}
  />
)
