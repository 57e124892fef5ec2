import type { PrintPaper } from '@dentin/contract/core/print-papers'
import { variablesOf } from '@dentin/contract/core/print-papers'
import { useRef } from 'react'
import { Button, Field, Menu, TextArea } from '../../ui/index.ts'

/** What stands in a text for a variable: a list as a loop over its rows. */
const written = (variable: ReturnType<typeof variablesOf>[number]): string =>
  variable.type === 'list'
    ? `{{#${variable.name}}}\n${variable.columns.map(({ name }) => `{{${name}}}`).join(' ')}\n{{/${variable.name}}}\n`
    : `{{${variable.name}}}`

/** A text with variables, which are put in where the cursor stands. */
export function TextWithVariables({
  kind,
  label,
  value,
  error,
  disabled,
  onChange,
}: {
  kind: PrintPaper
  label: string
  value: string
  error?: string | undefined
  disabled: boolean
  onChange: (text: string) => void
}) {
  const area = useRef<HTMLTextAreaElement>(null)
  const put = (text: string) => {
    const element = area.current
    const [from, to] = [element?.selectionStart ?? value.length, element?.selectionEnd ?? value.length]
    onChange(value.slice(0, from) + text + value.slice(to))
    requestAnimationFrame(() => {
      element?.focus()
      element?.setSelectionRange(from + text.length, from + text.length)
    })
  }
  return (
    <Field
      label={label}
      error={error}
      labelRight={
        !disabled && (
          <Menu
            align="end"
            items={variablesOf(kind).map((variable) => ({
              key: variable.name,
              label: variable.name,
              ...(variable.type === 'list' ? { extra: '逐行' } : {}),
              onSelect: () => put(written(variable)),
            }))}
          >
            <Button size="sm" variant="text" icon="plus">
              插入变量
            </Button>
          </Menu>
        )
      }
    >
      <TextArea
        ref={area}
        rows={3}
        maxRows={12}
        maxLength={1000}
        value={value}
        disabled={disabled}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}
