import { z } from 'zod'
import { call, resource, type CallGroup } from './core/call.ts'
import { tariffCategories } from './lists/tariff-categories.ts'
import {
  amount,
  idOf,
  moment,
  money,
  oneWord,
  optionalText,
  pageOf,
  paging,
  requestId,
  requiredText,
  version,
  wholeNumber,
} from './core/fields.ts'

const MOST = 9_999_999
const enabled = z.boolean({ error: '请选择是否启用' })
const yesOrNo = (label: string) => z.boolean({ error: `请选择${label}` })
/** A new entry has no id; a changed one carries the version that the screen was looking at. */
const entry = { id: idOf('条目').nullish(), version: version.optional(), requestId }
const saved = z.object({ id: z.string() })
const orderNo = wholeNumber('排序', 0, 9999).default(0)
const listed = {
  keyword: optionalText('关键字', 40),
  categoryId: idOf('分类').nullish(),
  state: oneWord('状态', ['all', 'on', 'off']).default('all'),
  ...paging,
}

const seeList = resource('/baseTariffSet:view')
const keepList = resource('/baseTariffSet:edit')

/** An item of the price list, as both pages show it. */
const facts = {
  id: z.string(),
  code: z.string(),
  name: z.string(),
  categoryId: z.string(),
  /** 牙体牙髓 / 充填. */
  categoryName: z.string(),
  unit: z.string(),
  /** Between these a clinic may set its own price, and no bill goes below the lower one; null: no such border. */
  minPrice: amount.nullable(),
  maxPrice: amount.nullable(),
}

/** Calls of the price list: the company's, and what a clinic does otherwise. */
export const tariffCalls = {
  tariffCategoryList: tariffCategories.calls.list,
  saveTariffCategory: tariffCategories.calls.save,
  sortTariffCategories: tariffCategories.calls.sort,
  tariffCategorySheet: tariffCategories.calls.sheet,
  tariffList: call({
    method: 'POST',
    path: '/bill-api/tariff/all',
    doc: '机构的价目，含停用的：按分类、状态，或按名称、拼音、首字母、编码查找',
    spec: null,
    allow: seeList,
    also: ['/field:cost'],
    scope: 'all',
    effect: 'read',
    body: listed,
    output: pageOf(
      z.object({
        ...facts,
        price: amount,
        /** What it costs the house; null: nobody said, or without the field 成本价. */
        costPrice: amount.nullable(),
        durationMin: z.number().nullable(),
        toothRequired: z.boolean(),
        toothCountPriced: z.boolean(),
        canDiscount: z.boolean(),
        sortNo: z.number(),
        enabled: z.boolean(),
        /** Clinics that charge another price or don't offer it. */
        clinics: z.number(),
        version: z.number(),
      }),
    ).extend({
      /** Of the whole price list, whatever is looked for. */
      listed: z.number(),
    }),
  }),
  saveTariff: call({
    method: 'POST',
    path: '/bill-api/tariff/save',
    doc: '新建或修改收费项目；改价后新开的单按新价，已开的单不变',
    spec: 'medical-project-tariff-item-batch-save',
    allow: keepList,
    also: ['/field:cost'],
    scope: 'all',
    idempotent: true,
    body: {
      ...entry,
      categoryId: idOf('分类'),
      code: requiredText('编码', 20).regex(/^[A-Za-z0-9-]+$/, { error: '编码只用字母、数字和横线' }),
      name: requiredText('项目名称', 40),
      unit: requiredText('单位', 10),
      price: money('价格', 0, MOST),
      minPrice: money('最低价', 0, MOST).nullish(),
      maxPrice: money('最高价', 0, MOST).nullish(),
      /** Left out: it stays as it is. */
      costPrice: money('成本价', 0, MOST).nullish(),
      durationMin: wholeNumber('时长', 1, 600).nullish(),
      toothRequired: yesOrNo('是否须选牙位'),
      toothCountPriced: yesOrNo('是否按牙数计价'),
      canDiscount: yesOrNo('是否可打折'),
      sortNo: orderNo,
      enabled: enabled.default(true),
    },
    output: saved,
    errors: ['TARIFF_CODE_TAKEN', 'TARIFF_RANGE', 'TARIFF_LEVELS', 'VERSION_CONFLICT', 'NOT_FOUND'],
  }),
  tariffHistory: call({
    method: 'GET',
    path: '/bill-api/tariff/history/{id}',
    doc: '一个收费项目的调价记录，最近的在前：机构的价，与本店的价',
    spec: null,
    allow: resource('/baseTariffSet:view', '/tariffsClinic:view'),
    scope: 'all',
    params: { id: idOf('收费项目') },
    output: z.array(
      z.object({
        at: moment,
        who: z.string(),
        /** The clinic whose own price it is; null: the company's. */
        clinicName: z.string().nullable(),
        /** null: it had none of its own before, or has none any more. */
        before: amount.nullable(),
        after: amount.nullable(),
      }),
    ),
  }),
  addStartingTariffs: call({
    method: 'POST',
    path: '/bill-api/tariff/start',
    doc: '价目还空着时放入参考价目和病历模板；价格须逐项核对',
    spec: null,
    allow: keepList,
    scope: 'all',
    body: {},
    output: z.object({ count: z.number() }),
    errors: ['TARIFFS_THERE'],
  }),
  clinicTariffList: call({
    method: 'POST',
    path: '/bill-api/tariff/clinic/list',
    doc: '机构启用的收费项目，以及本店与机构不同的价格与是否开展',
    spec: 'medical-project-tariff-item-list',
    allow: resource('/tariffsClinic:view'),
    effect: 'read',
    body: listed,
    output: pageOf(
      z.object({
        ...facts,
        /** As the company has it. */
        companyPrice: amount,
        /** What the clinic says; null: as the company. */
        price: amount.nullable(),
        /** The clinic offers it. */
        enabled: z.boolean(),
        /** Of what the clinic says; null: nothing yet. */
        version: z.number().nullable(),
      }),
    ),
  }),
  saveClinicTariff: call({
    method: 'POST',
    path: '/bill-api/tariff/clinic/save',
    doc: '本店的价格与是否开展；价格应在机构给的区间内，空着的随机构',
    spec: null,
    allow: resource('/tariffsClinic:edit'),
    body: {
      tariffId: idOf('收费项目'),
      version: version.nullish(),
      price: money('本店价', 0, MOST).nullish(),
      enabled: z.boolean({ error: '请选择是否开展' }),
    },
    output: z.object({ version: z.number() }),
    errors: ['TARIFF_RANGE', 'VERSION_CONFLICT', 'NOT_FOUND'],
  }),
} satisfies CallGroup
