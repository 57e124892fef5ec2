import { Field, RadioGroup, TextField } from '../../ui/index.ts'

export interface TemplateHead {
  name: string
  category: string
  own: boolean
}

/** What every template has: its name, its category (those in use are offered) and for whom it is. */
export function TemplateFields({
  value,
  onChange,
  categories,
  categoryMax,
  mayShare,
  problems,
}: {
  value: TemplateHead
  onChange: (patch: Partial<TemplateHead>) => void
  categories: Iterable<string>
  categoryMax: number
  /** Asks for whom it is; otherwise that stays as it is. */
  mayShare: boolean
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
      {mayShare && (
        <Field label="给谁用" group>
          <RadioGroup
            value={value.own ? 'own' : 'clinic'}
            options={[
              { value: 'own', label: '只给我' },
              { value: 'clinic', label: '全门诊' },
            ]}
            onChange={(next) => onChange({ own: next === 'own' })}
          />
        </Field>
      )}
    </>
  )
}
