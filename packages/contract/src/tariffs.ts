import { z } from 'zod'
import { call, resource, SHEET_REFUSALS, SHEET_UPLOAD, type CallGroup } from './core/call.ts'
import {
  amount,
  idOf,
  localDate,
  moment,
  noneTwice,
  oneWord,
  optionalText,
  pageOf,
  paging,
  requestId,
  version,
} from './core/fields.ts'
import { tariffCategories } from './lists/tariff-categories.ts'
import { askedTariff, shownTariff } from './tariff-fields.ts'

/** So many items are saved at once, and read from a sheet. */
export const TARIFFS_AT_ONCE = 500
export const SHEET_TARIFFS = 2000

/** A new item has no id; a changed one carries the version that the screen was looking at. */
const item = {
  id: idOf('收费项目').nullish(),
  version: version.optional(),
  ...askedTariff,
  /** From which day a changed price counts; left out: at once. */
  effectiveFrom: localDate('生效日期').nullish(),
}
/** An item as it is saved among others. */
export const tariffRow = z.object(item)
/** What both price lists are searched by. */
export const soughtTariffs = {
  keyword: optionalText('关键字', 40),
  categoryId: idOf('分类').nullish(),
  state: oneWord('状态', ['all', 'on', 'off']).default('all'),
}
/** The price that comes after the present one, and from which day; null: none is known. */
export const comingPrice = { nextPrice: amount.nullable(), nextFrom: z.string().nullable() }

const seeList = resource('/baseTariffSet:view')
const keepList = resource('/baseTariffSet:edit')
const mistakes = [
  'TARIFF_CODE_TAKEN',
  'TARIFF_RANGE',
  'TARIFF_LEVELS',
  'TARIFF_DATE',
  'VERSION_CONFLICT',
  'NOT_FOUND',
] as const

/** The dictionaries of the price list, by the field that is filled from them. */
const dicts = ['unit', 'invoiceItem', 'executeRule', 'performanceRule'] as const

/** Calls of the company's price list. */
export const tariffCalls = {
  tariffCategoryList: tariffCategories.calls.list,
  saveTariffCategory: tariffCategories.calls.save,
  sortTariffCategories: tariffCategories.calls.sort,
  tariffCategorySheet: tariffCategories.calls.sheet,
  tariffList: call({
    method: 'POST',
    path: '/bill-api/medical-project/list',
    doc: '机构的价目，含停用的：按分类、状态，或按名称、拼音、首字母、编码查找；价格是今天的，下一次调价另列',
    spec: 'medical-project-list',
    allow: seeList,
    also: ['/field:cost'],
    scope: 'all',
    effect: 'read',
    body: { ...soughtTariffs, ...paging },
    output: pageOf(
      z.object({
        id: z.string(),
        ...shownTariff,
        /** 牙体牙髓 / 充填. */
        categoryName: z.string(),
        ...comingPrice,
        sortNo: z.number(),
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
    doc: '新建或修改收费项目；改价从生效日期起按新价（不填为当天），已开的单不变',
    spec: null,
    allow: keepList,
    also: ['/field:cost'],
    scope: 'all',
    idempotent: true,
    body: { ...item, requestId },
    output: z.object({ id: z.string() }),
    errors: mistakes,
  }),
  saveTariffs: call({
    method: 'POST',
    path: '/bill-api/medical-project/tariffItem/batchSave',
    doc: '一次保存多个收费项目，要么全部保存要么全部不变；每处错误指明第几行、哪一格，被他人改过的行逐一点名',
    spec: 'medical-project-tariff-item-batch-save',
    allow: keepList,
    also: ['/field:cost'],
    scope: 'all',
    idempotent: true,
    body: {
      rows: z
        .array(tariffRow, { error: '收费项目应为列表' })
        .min(1, { error: '没有要保存的收费项目' })
        .max(TARIFFS_AT_ONCE, { error: `一次最多保存 ${TARIFFS_AT_ONCE} 项` }),
      requestId,
    },
    output: z.object({ ids: z.array(z.string()) }),
    errors: mistakes,
  }),
  deleteTariff: call({
    method: 'GET',
    path: '/bill-api/medical-project/delete/{id}',
    doc: '删除从未用过的收费项目；用过的只能停用，说明用在哪里',
    spec: 'medical-project-delete',
    allow: keepList,
    scope: 'all',
    effect: 'write',
    params: { id: idOf('收费项目') },
    output: z.null(),
    errors: ['TARIFF_USED', 'NOT_FOUND'],
  }),
  sortTariffs: call({
    method: 'POST',
    path: '/bill-api/medical-project/sort',
    doc: '一个分类里收费项目的次序：按给出的先后排，没给出的排在后面',
    spec: 'medical-project-sort',
    allow: keepList,
    scope: 'all',
    body: {
      ids: z
        .array(idOf('收费项目'), { error: '次序应为列表' })
        .min(1, { error: '请给出次序' })
        .max(1000, { error: '一次最多排 1000 条' })
        .refine(noneTwice, { error: '同一条不能排两次' }),
    },
    output: z.null(),
    errors: ['NOT_FOUND'],
  }),
  tariffSheet: call({
    method: 'POST',
    path: '/bill-api/medical-project/export',
    doc: '价目表格（xlsx），与列表相同的查找条件；改好后可以原样导入',
    spec: 'medical-project-export',
    allow: seeList,
    also: ['/field:cost'],
    scope: 'all',
    answer: 'file',
    exported: '价目',
    body: soughtTariffs,
    output: z.null(),
  }),
  tariffDict: call({
    method: 'GET',
    path: '/bill-api/medical-project/dict/list/{id}',
    doc: '收费项目各栏可选的词：单位 unit、票据项目 invoiceItem、执行规则 executeRule、业绩归属 performanceRule',
    spec: 'medical-project-dict-list',
    allow: seeList,
    params: { id: oneWord('字典', dicts) },
    output: z.array(z.object({ itemCode: z.string(), item: z.string(), isDefault: z.boolean() })),
  }),
  checkTariffSheet: call({
    method: 'POST',
    path: '/bill-api/medical-project/import/check',
    doc: `读一张价目表格，逐行说明导入会新建、修改还是不变，以及哪一格有误；什么也不保存。xlsx，5M 以内，最多 ${SHEET_TARIFFS} 行`,
    spec: null,
    allow: keepList,
    also: ['/field:cost'],
    scope: 'all',
    effect: 'read',
    upload: SHEET_UPLOAD,
    output: z.object({
      rows: z.array(
        z.object({
          /** As the sheet counts its rows. */
          rowNo: z.number(),
          outcome: z.enum(['new', 'change', 'same', 'wrong']),
          code: z.string(),
          name: z.string(),
          /** What would be saved, as `saveTariffs` takes it; null: nothing, or it is wrong. */
          row: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable(),
          changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
          problems: z.array(z.object({ label: z.string(), message: z.string() })),
        }),
      ),
      /** Columns of the sheet that are not read. */
      ignored: z.array(z.string()),
    }),
    errors: ['TARIFF_SHEET', ...SHEET_REFUSALS],
  }),
  tariffHistory: call({
    method: 'GET',
    path: '/bill-api/tariff/history/{id}',
    doc: '一个收费项目的价格历史，最近生效的在前：机构价与各门诊自定价，谁、何时、从多少到多少、从哪一天起',
    spec: null,
    allow: resource('/baseTariffSet:view', '/clinicTariffSet:view', '/tariffsClinic:view'),
    also: ['/baseTariffSet:edit', '/clinicTariffSet:edit', '/tariffsClinic:edit'],
    scope: 'all',
    params: { id: idOf('收费项目') },
    output: z.array(
      z.object({
        /** null: what it began with. */
        id: z.string().nullable(),
        /** The clinic whose own price it is; null: the company's. */
        clinicName: z.string().nullable(),
        countsFrom: z.string(),
        at: moment,
        who: z.string(),
        /** null: it had none of its own before, or has none any more. */
        before: amount.nullable(),
        after: amount.nullable(),
        cancelled: z.boolean(),
        /** With it a price is taken back whose day has not come; null: it can't be, or not by this person. */
        version: z.number().nullable(),
      }),
    ),
  }),
  cancelTariffPrice: call({
    method: 'POST',
    path: '/bill-api/tariff/price/cancel',
    doc: '撤回还没到生效日期的调价；已经生效的不能撤回，再调一次价即可',
    spec: null,
    allow: resource('/baseTariffSet:edit', '/clinicTariffSet:edit', '/tariffsClinic:edit'),
    scope: 'all',
    body: { id: idOf('调价'), version },
    output: z.null(),
    errors: ['TARIFF_PRICE_COUNTS', 'VERSION_CONFLICT', 'NOT_FOUND'],
  }),
  tariffLinks: call({
    method: 'GET',
    path: '/bill-api/tariff/links/{id}',
    doc: '一个收费项目带出什么：病历签名前要签的同意书、做完后按哪些规则随访',
    spec: null,
    allow: seeList,
    scope: 'all',
    params: { id: idOf('收费项目') },
    output: z.array(
      z.object({
        kind: z.enum(['consent', 'followRule']),
        name: z.string(),
        /** It names the item itself, not its category or a word of its name. */
        direct: z.boolean(),
      }),
    ),
    errors: ['NOT_FOUND'],
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
} satisfies CallGroup
