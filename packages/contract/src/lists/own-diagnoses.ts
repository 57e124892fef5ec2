import { icdDiagnoses } from '@dentin/clinical/icd'
import { flagField, nameField, nullish } from '../core/field-kinds.ts'
import { oneWord, optionalText, requiredText, wholeNumber } from '../core/fields.ts'
import { settingList, type ListField } from '../core/setting-list.ts'
import { z } from 'zod'

const categories = icdDiagnoses.filter(({ level }) => level === 'category')
/** The categories of the standard list: K04 → 牙髓和根尖周组织疾病. */
export const diagnosisCategories: Readonly<Record<string, string>> = Object.fromEntries(
  categories.map(({ code, nameZh }) => [code, nameZh]),
)

const age = <const L extends string>(label: L, column: 'age_from' | 'age_to') => ({
  label,
  column,
  ask: nullish(wholeNumber(label, 0, 120)),
  shown: z.number().nullable(),
  blank: null,
  min: 0,
  max: 120,
})

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
    ageFrom: {
      ...age('适用年龄自', 'age_from'),
      edit: { as: 'number', unit: '岁', help: '写入病历时患者不在此年龄，会在该行提示' },
      cell: { width: 100, unit: '岁' },
    },
    ageTo: {
      ...age('适用年龄至', 'age_to'),
      edit: { as: 'number', unit: '岁' },
      cell: { width: 100, unit: '岁' },
    },
    medicareCode: {
      label: '医保编码',
      column: 'medicare_code',
      max: 7,
      blank: '',
      ask: optionalText('医保编码', 7).refine((text) => text === '' || /^[A-Z]\d{2}\.?[\dx]{3}$/.test(text), {
        error: '医保编码应为六位：一个大写字母加五位数字，如 K04.500',
      }),
      shown: z.string(),
      edit: { as: 'text', placeholder: '如 K04.500' },
      cell: { width: 110 },
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
