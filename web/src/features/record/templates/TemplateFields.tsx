import type { TemplateScope } from '@dentin/contract/record-template'
import { Field, RadioGroup, TextField } from '../../../ui/index.ts'

const whom: Record<TemplateScope, string> = { 1: '只给我', 2: '本门诊', 3: '全连锁' }

export interface TemplateHead {
  name: string
  category: string
  scope: TemplateScope
}

/** What every template has: its name, its category (those in use are offered) and for whom it is. */
export function TemplateFields({
  value,
  onChange,
  categories,
  categoryMax,
  mayKeep,
  problems,
}: {
  value: TemplateHead
  onChange: (patch: Partial<TemplateHead>) => void
  categories: Iterable<string>
  categoryMax: number
  /** Whose templates the person keeps. */
  mayKeep: readonly TemplateScope[]
  problems: ReadonlyMap<string, string>
}) {
  return (
    <>
      <Field label="名称" required error={problems.get('name')}>
        <TextField value={value.name} maxLength={40} onChange={(event) => onChange({ name: event.target.value })} />
      </Field>
      <Field label="分类" required error={problems.get('category')}>
        <TextField
          value={value.category}
          maxLength={categoryMax}
          suggest={[...categories]}
          onChange={(event) => onChange({ category: event.target.value })}
        />
      </Field>
      <Field label="给谁用" group error={problems.get('scope')}>
        <RadioGroup
          value={value.scope}
          options={mayKeep.map((scope) => ({ value: scope, label: whom[scope] }))}
          onChange={(scope) => onChange({ scope })}
        />
      </Field>
    </>
  )
}
