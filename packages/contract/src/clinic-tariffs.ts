import { z } from 'zod'
import { call, resource, type CallGroup } from './core/call.ts'
import {
  amount,
  idOf,
  localDate,
  money,
  noneTwice,
  pageOf,
  paging,
  requestId,
  version,
  wholeNumber,
} from './core/fields.ts'
import { MOST_PRICE } from './tariff-fields.ts'
import { comingPrice, soughtTariffs, TARIFFS_AT_ONCE } from './tariffs.ts'

/** So many clinics and items are handed down to at once. */
const CLINICS_AT_ONCE = 200
const HANDED_AT_ONCE = 1000
/** A clinic's price in percent of the head office's. */
export const PERCENT = { least: 50, most: 200 } as const

/** An item of the price list, as a clinic and the head office see it beside each other. */
const facts = {
  id: z.string(),
  code: z.string(),
  name: z.string(),
  categoryId: z.string(),
  /** 牙体牙髓 / 充填. */
  categoryName: z.string(),
  unit: z.string(),
  /** As the company has it today. */
  companyPrice: amount,
  /** Between these a clinic may set its own price; null: no such border. */
  priceMin: amount.nullable(),
  priceMax: amount.nullable(),
}
/** What a clinic says of an item. */
const said = {
  /** null: as the company. */
  price: amount.nullable(),
  ...comingPrice,
  /** It charges otherwise from a day to come: with `nextPrice` null, as the company again. */
  changes: z.boolean(),
  /** It offers the item. */
  enabled: z.boolean(),
  /** Of what the clinic says; null: nothing yet. */
  version: z.number().nullable(),
}
const from = localDate('生效日期').nullish()
const own = {
  tariffId: idOf('收费项目'),
  version: version.nullish(),
  /** null: as the company. */
  price: money('本店价', 0, MOST_PRICE).nullish(),
  enabled: z.boolean({ error: '请选择是否开展' }),
}
const mistakes = ['TARIFF_RANGE', 'TARIFF_DATE', 'VERSION_CONFLICT', 'NOT_FOUND'] as const
const keepOwn = resource('/tariffsClinic:edit')
const keepAll = resource('/clinicTariffSet:edit')

/** Calls of what clinics charge otherwise than the company. */
export const clinicTariffCalls = {
  clinicTariffList: call({
    method: 'POST',
    path: '/bill-api/medical-project/tariff/item-list',
    doc: '机构启用的收费项目，以及本店与机构不同的价格与是否开展',
    spec: 'medical-project-tariff-item-list',
    allow: resource('/tariffsClinic:view'),
    effect: 'read',
    body: { ...soughtTariffs, ...paging },
    output: pageOf(z.object({ ...facts, ...said })),
  }),
  saveClinicTariff: call({
    method: 'POST',
    path: '/bill-api/tariff/clinic/save',
    doc: '本店的价格与是否开展；价格应在总部给的区间内，空着的随总部；可以从以后的某一天起',
    spec: null,
    allow: keepOwn,
    body: { ...own, from },
    output: z.object({ version: z.number() }),
    errors: mistakes,
  }),
  saveClinicTariffs: call({
    method: 'POST',
    path: '/bill-api/tariff/clinic/batchSave',
    doc: '一次保存本店多个项目的价格（例如照另一家门诊），要么全部保存要么全部不变',
    spec: null,
    allow: keepOwn,
    idempotent: true,
    body: {
      rows: z
        .array(z.object(own), { error: '收费项目应为列表' })
        .min(1, { error: '请选择收费项目' })
        .max(TARIFFS_AT_ONCE, { error: `一次最多保存 ${TARIFFS_AT_ONCE} 项` })
        .refine((rows) => noneTwice(rows.map(({ tariffId }) => tariffId)), { error: '同一项目不能有两行' }),
      from,
      requestId,
    },
    output: z.object({ count: z.number() }),
    errors: mistakes,
  }),
  clinicTariffsOf: call({
    method: 'GET',
    path: '/bill-api/tariff/clinic/of/{clinicId}',
    doc: '另一家门诊与本店价格或开展不同的项目，供照着改',
    spec: null,
    allow: keepOwn,
    scope: 'all',
    params: { clinicId: idOf('门诊') },
    output: z.array(
      z.object({
        ...facts,
        mine: amount.nullable(),
        mineEnabled: z.boolean(),
        theirs: amount.nullable(),
        theirsEnabled: z.boolean(),
        /** Of what this clinic says; null: nothing yet. */
        version: z.number().nullable(),
      }),
    ),
    errors: ['NOT_FOUND'],
  }),
  tariffMatrix: call({
    method: 'POST',
    path: '/bill-api/tariff/matrix',
    doc: '启用的收费项目 × 门诊：总部价，以及各门诊与它不同的地方；可以只看有不同的',
    spec: null,
    allow: resource('/clinicTariffSet:view'),
    scope: 'all',
    effect: 'read',
    body: {
      keyword: soughtTariffs.keyword,
      categoryId: soughtTariffs.categoryId,
      /** Only items of which some clinic says otherwise. */
      deviating: z.boolean({ error: '请选择是否只看不同' }).default(false),
      pageNum: paging.pageNum,
      pageSize: wholeNumber('每页条数', 1, 1000).default(50),
    },
    output: pageOf(
      z.object({
        ...facts,
        nextPrice: comingPrice.nextPrice,
        nextFrom: comingPrice.nextFrom,
        /** Only clinics that say something of it. */
        cells: z.array(
          z.object({ clinicId: z.string(), ...said, priceMin: amount.nullable(), priceMax: amount.nullable() }),
        ),
      }),
    ).extend({
      clinics: z.array(
        z.object({ id: z.string(), name: z.string(), /** Items that it has otherwise. */ deviating: z.number() }),
      ),
    }),
  }),
  setClinicTariff: call({
    method: 'POST',
    path: '/bill-api/tariff/matrix/save',
    doc: '总部定一家门诊的价格、可调区间与是否开展；空着的随总部',
    spec: null,
    allow: keepAll,
    scope: 'all',
    body: {
      clinicId: idOf('门诊'),
      ...own,
      from,
      /** Borders for this clinic alone; null: those of the item. */
      priceMin: money('门诊下限', 0, MOST_PRICE).nullish(),
      priceMax: money('门诊上限', 0, MOST_PRICE).nullish(),
    },
    output: z.object({ version: z.number() }),
    errors: mistakes,
  }),
  handDownTariffs: call({
    method: 'POST',
    path: '/bill-api/tariff/hand-down',
    doc: '把总部价下发到选定的门诊：从生效日期起随总部，或按总部价的百分比（四舍五入到元）；可同时下发可调区间',
    spec: null,
    allow: keepAll,
    scope: 'all',
    idempotent: true,
    body: {
      tariffIds: z
        .array(idOf('收费项目'), { error: '请选择收费项目' })
        .min(1, { error: '请选择收费项目' })
        .max(HANDED_AT_ONCE, { error: `一次最多下发 ${HANDED_AT_ONCE} 项` })
        .refine(noneTwice, { error: '同一项目不能选两次' }),
      clinicIds: z
        .array(idOf('门诊'), { error: '请选择门诊' })
        .min(1, { error: '请选择门诊' })
        .max(CLINICS_AT_ONCE, { error: `一次最多下发到 ${CLINICS_AT_ONCE} 家门诊` })
        .refine(noneTwice, { error: '同一门诊不能选两次' }),
      from,
      /** 100: as the head office, whatever that will be. */
      percent: wholeNumber('百分比', PERCENT.least, PERCENT.most).default(100),
      /** Borders around the price that is handed down, in percent of it; left out: they stay. */
      below: wholeNumber('下浮', 0, 100).nullish(),
      above: wholeNumber('上浮', 0, 100).nullish(),
      requestId,
    },
    output: z.object({ items: z.number(), clinics: z.number() }),
    errors: mistakes,
  }),
} satisfies CallGroup
