import { icdDiagnoses } from '@dentin/clinical/icd'
import { flagField, nameField } from '../core/field-kinds.ts'
import { oneWord, requiredText } from '../core/fields.ts'
import { settingList, type ListField } from '../core/setting-list.ts'
import { z } from 'zod'

const categories = icdDiagnoses.filter(({ level }) => level === 'category')
/** The categories of the standard list: K04 → 牙髓和根尖周组织疾病. */
export const diagnosisCategories: Readonly<Record<string, string>> = Object.fromEntries(
  categories.map(({ code, nameZh }) => [code, nameZh]),
)

/** Diagnoses that a company adds to the standard list. */
export const ownDiagnoses = settingList({
  noun: '诊断',
  scope: 'all',
  see: '/medicalRecordTempSet:view',
  edit: '/medicalRecordTempSet:edit',
  paths: {
    list: '/bill-api/medical-project/own-diagnosis/list',
    save: '/bill-api/medical-project/own-diagnosis/save',
    sort: '/bill-api/medical-project/own-diagnosis/sort',
    sheet: '/bill-api/medical-project/own-diagnosis/sheet',
  },
  docs: {
    list: '机构自定的诊断，含停用的',
    save: '新建或修改自定诊断；停用后不能再选，已写的病历照常显示',
  },
  errors: ['SETTING_NAME_TAKEN', 'DIAGNOSIS_CODE_TAKEN'],
  fields: {
    name: {
      ...nameField('诊断名称', 40),
      column: 'name',
      edit: { as: 'text', required: true, wide: true },
      cell: { title: '诊断' },
    },
    code: {
      ...nameField('诊断编码', 16),
      ask: requiredText('诊断编码', 16).refine((text) => /^[A-Za-z][A-Za-z0-9.-]*$/.test(text), {
        error: '诊断编码以字母开头，只用字母、数字、点和横线',
      }),
      column: 'code',
      edit: { as: 'text', required: true, label: '编码' },
      cell: { title: '编码', width: 130 },
    },
    category: {
      label: '大类',
      column: 'category',
      ask: oneWord('大类', Object.keys(diagnosisCategories) as [string, ...string[]]),
      shown: z.string(),
      blank: 'K04',
      names: diagnosisCategories,
      cell: { width: 260 },
    },
    toothRequired: {
      ...flagField('须选牙位'),
      ask: z.boolean({ error: '须选牙位应为是或否' }).default(false),
      column: 'tooth_required',
      edit: { as: 'switch' },
      cell: { width: 100 },
    },
    common: {
      ...flagField('常用'),
      ask: z.boolean({ error: '常用应为是或否' }).default(false),
      column: 'common',
      edit: { as: 'switch' },
      cell: { width: 80 },
    },
  } as const satisfies Record<string, ListField>,
  facts: {},
})
