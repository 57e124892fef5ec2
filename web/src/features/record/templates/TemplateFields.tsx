import { templateKinds } from '@dentin/contract/lists/record-template-categories'
import type { TemplateKind, TemplateScope } from '@dentin/contract/record-template'
import { MultiSelect, Select } from '../../../ui/heavy.ts'
import { Checkbox, Field, RadioGroup, TextField } from '../../../ui/index.ts'
import { pathOf } from './find.ts'
import type { Category } from './hooks.ts'

const whom: Record<TemplateScope, string> = { 1: '只给我', 2: '本门诊', 3: '全连锁' }

/** What every template has beside its words. */
export interface TemplateHead {
  name: string
  kind: TemplateKind
  categoryId: string | null
  scope: TemplateScope
  tags: string[]
  teethBound: boolean
  favourite: boolean
}

export interface TemplateFieldsProps {
  value: TemplateHead
  onChange: (patch: Partial<TemplateHead>) => void
  categories: readonly Category[]
  /** Whose templates the person keeps. */
  mayKeep: readonly TemplateScope[]
  problems: ReadonlyMap<string, string>
}

/** Name, category, for whom, tags, and whether it keeps its teeth. */
export function TemplateFields({ value, onChange, categories, mayKeep, problems }: TemplateFieldsProps) {
  const own = categories.filter(({ kind }) => kind === value.kind)
  return (
    <>
      <Field label="名称" required error={problems.get('name')}>
        <TextField value={value.name} maxLength={40} onChange={(event) => onChange({ name: event.target.value })} />
      </Field>
      <Field label="分类" error={problems.get('categoryId')}>
        <Select
          clearable
          searchable
          placeholder={`不分类的${templateKinds[value.kind]}`}
          value={value.categoryId}
          options={own.map(({ id }) => ({ value: id, label: pathOf(id, own) }))}
          onChange={(categoryId) => onChange({ categoryId })}
        />
      </Field>
      <Field label="标签" error={problems.get('tags')} help="搜索时也能找到">
        <MultiSelect
          creatable
          value={value.tags}
          options={value.tags.map((tag) => ({ value: tag, label: tag }))}
          onChange={(tags) => onChange({ tags })}
        />
      </Field>
      <Field label="给谁用" group error={problems.get('scope')}>
        <RadioGroup
          value={value.scope}
          options={mayKeep.map((scope) => ({ value: scope, label: whom[scope] }))}
          onChange={(scope) => onChange({ scope })}
        />
      </Field>
      <Checkbox checked={value.favourite} onChange={(event) => onChange({ favourite: event.target.checked })}>
        放进常用
      </Checkbox>
      <Checkbox checked={value.teethBound} onChange={(event) => onChange({ teethBound: event.target.checked })}>
        保留牙位（下次插入仍在这些牙上，可带牙位图上的标记）
      </Checkbox>
    </>
  )
}
