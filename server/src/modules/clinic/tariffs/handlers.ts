import { tariffFields } from '@dentin/contract/tariff-fields'
import type { contract } from '@dentin/contract'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ClinicContext, Handlers } from '../../../platform/http/context.ts'
import { dictItems } from '../queries.ts'
import { tellClinics } from '../settings/tariff-categories.ts'
import { clinicTariffList, clinicTariffsOf, saveOwnTariffs, tariffMatrix } from './clinics.ts'
import { handDownTariffs } from './hand-down.ts'
import { deleteTariff, tariffLinks } from './links.ts'
import { addStartingTariffs, sortTariffs, tariffList } from './list.ts'
import { cancelPrice, tariffHistory, type MayCancel } from './prices.ts'
import { saveTariffs } from './save.ts'
import { checkSheet, tariffSheet } from './sheet.ts'

type Calls = typeof contract.clinic
type Own = Pick<
  Handlers<Calls>,
  | 'tariffList'
  | 'saveTariff'
  | 'saveTariffs'
  | 'deleteTariff'
  | 'sortTariffs'
  | 'tariffSheet'
  | 'tariffDict'
  | 'checkTariffSheet'
  | 'tariffHistory'
  | 'cancelTariffPrice'
  | 'tariffLinks'
  | 'addStartingTariffs'
  | 'clinicTariffList'
  | 'saveClinicTariff'
  | 'saveClinicTariffs'
  | 'clinicTariffsOf'
  | 'tariffMatrix'
  | 'setClinicTariff'
  | 'handDownTariffs'
>

const COST = '/field:cost'
const seesCost = (context: ClinicContext) => context.can(COST)

/** Prices are taken back by whoever may set them. */
const mayCancel = (context: ClinicContext): MayCancel => ({
  company: context.can('/baseTariffSet:edit'),
  ofClinic: (clinicId) =>
    context.can('/clinicTariffSet:edit') || (clinicId === context.clinicId && context.can('/tariffsClinic:edit')),
})

/** What answers the calls of the price lists. */
export const tariffHandlers: Own = {
  tariffList: (ctx, input) => tariffList(ctx.tx, input, seesCost(ctx)),
  saveTariff: async (ctx, input) => {
    const [id = ''] = await saveTariffs(ctx, [input], seesCost(ctx), (_at, key) => key)
    return { id }
  },
  saveTariffs: async (ctx, { rows }) => ({
    ids: await saveTariffs(ctx, rows, seesCost(ctx), (at, key) => `rows.${at}.${key}`),
  }),
  deleteTariff: ({ tx, clinicId }, { id }) => deleteTariff(tx, clinicId, id),
  sortTariffs: ({ tx }, { ids }) => sortTariffs(tx, ids),
  tariffSheet: (ctx, input) => tariffSheet(ctx.tx, input, seesCost(ctx)),
  tariffDict: async ({ tx }, { id }) => {
    if (id === 'unit') return dictItems(tx, id)
    const { words, blank } = tariffFields[id]
    return Object.entries(words).map(([itemCode, item]) => ({ itemCode, item, isDefault: Number(itemCode) === blank }))
  },
  checkTariffSheet: (ctx, { file }) => {
    if (!file) throw fieldError('BAD_INPUT', 'file', '请选择文件')
    return checkSheet(ctx, file, seesCost(ctx))
  },
  tariffHistory: (ctx, { id }) => {
    const all = ctx.can('/baseTariffSet:edit') || ctx.can('/clinicTariffSet:view')
    return tariffHistory(ctx.tx, id, (clinicId) => all || clinicId === ctx.clinicId, mayCancel(ctx))
  },
  cancelTariffPrice: async (ctx, input) => {
    const { tariffId, clinicId } = await cancelPrice(ctx.tx, input, mayCancel(ctx))
    if (clinicId === null) await tellClinics(ctx.tx, tariffId)
    else ctx.tx.publish('tariff', tariffId, clinicId)
    return null
  },
  tariffLinks: ({ tx, clinicId }, { id }) => tariffLinks(tx, clinicId, id),
  addStartingTariffs: ({ tx }) => addStartingTariffs(tx),
  clinicTariffList: ({ tx, clinicId }, input) => clinicTariffList(tx, clinicId, input),
  saveClinicTariff: async ({ tx, clinicId }, { from, ...row }) => {
    const [saved] = await saveOwnTariffs(tx, clinicId, { rows: [row], from }, (_at, key) => key)
    if (!saved) throw new AppError('NOT_FOUND')
    return { version: saved.version }
  },
  saveClinicTariffs: async ({ tx, clinicId }, { rows, from }) => {
    const saved = await saveOwnTariffs(tx, clinicId, { rows, from }, (at, key) => `rows.${at}.${key}`)
    return { count: saved.length }
  },
  clinicTariffsOf: ({ tx, clinicId }, input) => clinicTariffsOf(tx, clinicId, input.clinicId),
  tariffMatrix: ({ tx }, input) => tariffMatrix(tx, input),
  setClinicTariff: async ({ tx }, { clinicId, from, priceMin = null, priceMax = null, ...row }) => {
    const ranges = { priceMin, priceMax }
    const [saved] = await saveOwnTariffs(tx, clinicId, { rows: [row], from, ranges }, (_at, key) => key)
    if (!saved) throw new AppError('NOT_FOUND')
    return { version: saved.version }
  },
  handDownTariffs: ({ tx }, input) => handDownTariffs(tx, input),
}
