import { recordTemplate } from '@dentin/contract/record-template'
import { recordTemplateCategories, templateKinds } from '@dentin/contract/lists/record-template-categories'
import { Picked, Select } from '../../../ui/heavy.ts'
import { cx, RadioGroup } from '../../../ui/index.ts'
import { SettingList } from '../../../ui/list/SettingList.tsx'
import { useTemplates } from './hooks.ts'
import s from '../work.module.css'

const kindOptions = Object.entries(templateKinds).map(([value, label]) => ({ value: Number(value), label }))

/** The tree in which templates and phrases stand. */
export function Categories() {
  const all = useTemplates().data?.categories ?? []
  return (
    <SettingList
      list={recordTemplateCategories}
      icon="list"
      hint="模板和词条各一棵树，最多三级，全机构共用；拖动排序，里面还有内容的不能停用"
      width={480}
      groupOf={(row) => `${row.kind} ${row.parentId}`}
      cells={{
        name: {
          render: (row) => (
            <span className={cx(row.level === 2 && s.indent1, row.level === 3 && s.indent2, row.level === 1 && 'bold')}>
              {row.name}
              {row.level === 1 && (
                <span className={s.kind}>{templateKinds[row.kind as keyof typeof templateKinds]}</span>
              )}
            </span>
          ),
          words: (row) => templateKinds[row.kind as keyof typeof templateKinds],
        },
      }}
      controls={{
        kind: ({ form, row }) =>
          row ? null : (
            <Picked form={form} name="kind" label="类别" group>
              {(field) => <RadioGroup options={kindOptions} value={field.value} onChange={field.onChange} />}
            </Picked>
          ),
        parentId: ({ form, row }) =>
          row ? null : (
            <Picked form={form} name="parentId" label="上级分类">
              {(field) => (
                <Select
                  clearable
                  searchable
                  placeholder="没有，作为一级分类"
                  options={all.flatMap(({ id, name, level, kind }) =>
                    level < 3 && kind === form.watch('kind')
                      ? [{ value: id, label: `${level === 2 ? '　' : ''}${name}` }]
                      : [],
                  )}
                  {...field}
                />
              )}
            </Picked>
          ),
      }}
      refresh={[recordTemplate.list]}
    />
  )
}
