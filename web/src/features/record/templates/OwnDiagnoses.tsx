import { diagnosisCategories, ownDiagnoses } from '@dentin/contract/lists/own-diagnoses'
import { Picked, Select } from '../../../ui/heavy.ts'
import { SettingList } from '../../../ui/list/SettingList.tsx'

const categoryOptions = Object.entries(diagnosisCategories).map(([value, name]) => ({
  value,
  label: `${value} ${name}`,
}))
const categoryOf = (row: { category: string }) => `${row.category} ${diagnosisCategories[row.category] ?? ''}`

/** Diagnoses that the company adds to the standard list. */
export function OwnDiagnoses() {
  return (
    <SettingList
      list={ownDiagnoses}
      icon="list"
      hint="国际疾病分类以外、本机构自己用的诊断；停用后不能再选，已写的病历照常显示"
      width={480}
      cells={{
        category: { render: (row) => <span title={categoryOf(row)}>{categoryOf(row)}</span>, words: categoryOf },
      }}
      controls={{
        category: ({ form }) => (
          <Picked form={form} name="category" label="大类" required>
            {(field) => <Select searchable options={categoryOptions} {...field} />}
          </Picked>
        ),
      }}
    />
  )
}
