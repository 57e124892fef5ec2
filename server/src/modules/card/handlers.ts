import type { contract } from '@dentin/contract'
import { cardStates } from '@dentin/contract/card'
import { cardKinds } from '@dentin/contract/card-rules'
import { fen, fenToYuan, formatDateTime, parseDate, yuanToFen, type Fen } from '@dentin/kit'
import { sheetFile, type SheetColumn } from '../../platform/files/sheet.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext, Handlers } from '../../platform/http/context.ts'
import {
  conditionsOf,
  coveredRows,
  mustReachPatient,
  patientsWithin,
  seesAmounts,
  seesDigits,
} from '../patient/index.ts'
import {
  addRelation,
  bindNumber,
  cancelCard,
  changeLimit,
  changeType,
  openCard,
  recharge,
  removeRelation,
  renew,
  sendCode,
  transferCode,
  setPassword,
  setStatus,
  transfer,
} from './commands.ts'
import {
  cardsOfPatient,
  categoriesByIds,
  changesOf,
  clinicsOf,
  disagreeingCards,
  earnedOf,
  findCard,
  listMembers,
  loggedOf,
  memberIds,
  memberIdsOf,
  membersById,
  memberSums,
  movementsOf,
  namesUnder,
  newestOf,
  spentToday,
  subCardsOf,
  tariffNamesByIds,
  typeOnSale,
  type CardRow,
  type MemberFilter,
} from './queries.ts'
import { receiptOf } from './receipts.ts'
import { refundHandlers } from './refund-handlers.ts'
import { rightsLeft, spendRight, undoRight, usesOfRights } from './rights.ts'
import { refusalIn, refusalOf, rulesOf, usesLeft } from './rules.ts'
import { cardTypes } from './types.ts'
import { undoableOf, undoRecharge, undoSale } from './undo.ts'
import { sql, type RawBuilder } from 'kysely'

/** Sums only for whoever may see them. */
const seen = <T>(sees: boolean, value: T): T | null => (sees ? value : null)

export async function reached(ctx: ClinicContext, id: string): Promise<CardRow> {
  const card = await findCard(ctx.tx, id)
  await mustReachPatient(ctx, card.patientId)
  return card
}

/** A card as the screens have it, with what hangs on it. */
async function faceOf(ctx: ClinicContext, card: CardRow, subs: Awaited<ReturnType<typeof subCardsOf>>) {
  const { tx } = ctx
  const sees = seesAmounts(ctx)
  const logged = await loggedOf(tx, card.id)
  const newest = await newestOf(tx, card.id)
  const main = card.mainCardId ? await findCard(tx, card.mainCardId) : null
  return {
    ...card,
    rules: rulesOf(card.rules),
    saleAmount: seen(sees, card.saleAmount),
    timesAmount: seen(sees, card.timesAmount),
    dayLimit: seen(sees, card.dayLimit),
    principalAmount: seen(sees, card.principalAmount),
    bonusAmount: seen(sees, card.bonusAmount),
    subCards: subs
      .filter((sub) => sub.mainCardId === card.id)
      .map((sub) => ({ ...sub, dayLimit: seen(sees, sub.dayLimit) })),
    mainName: main?.patientName ?? null,
    agrees:
      logged.principal === card.principalAmount &&
      logged.bonus === card.bonusAmount &&
      logged.points === card.points &&
      logged.times === card.timesLeft,
    upgrade: await upgradeOf(ctx, card),
    ...undoableOf(ctx, card, newest),
  }
}

/** The type that a card has earned, when there is one. */
async function upgradeOf({ tx }: ClinicContext, card: CardRow) {
  const { upgradeBy, upgradeAmount, upgradeTypeId } = rulesOf(card.rules)
  if (card.mainCardId || !upgradeBy || upgradeAmount === null || !upgradeTypeId) return null
  const { recharged, used } = await earnedOf(tx, card.id)
  if ((upgradeBy === 1 ? recharged : used) < upgradeAmount) return null
  const type = await typeOnSale(tx, upgradeTypeId)
  return type ? { typeId: type.id, typeName: type.name } : null
}

interface MembersAsked {
  keyword: string
  typeId?: string | null | undefined
  status?: number | null | undefined
  hasBalance: boolean
}
function filterOf(ctx: ClinicContext, input: MembersAsked): MemberFilter {
  return {
    keyword: input.keyword,
    typeId: input.typeId ?? null,
    status: input.status ?? null,
    hasBalance: input.hasBalance,
    reach: patientsWithin(ctx, sql`c.patient_id`),
    digits: seesDigits(ctx, '/allTimePatients:view'),
    sees: seesAmounts(ctx),
  }
}

/** The cards that the list of members holds, by their ids. */
export const membersListed = (ctx: ClinicContext, input: MembersAsked): RawBuilder<string> =>
  memberIdsOf(ctx.tx, filterOf(ctx, input))

/** Members with their phone numbers as the person at work may see them. */
const covered = (ctx: ClinicContext, rows: Awaited<ReturnType<typeof listMembers>>) =>
  coveredRows(ctx, rows, ({ patientId }) => ({ patientId }))
type Member = Awaited<ReturnType<typeof covered>>[number]

const money = (title: string, value: (row: Member) => Fen | null): SheetColumn<Member> => ({
  title,
  width: 12,
  kind: 'money',
  value: (row) => {
    const sum = value(row)
    return sum === null ? null : fenToYuan(sum)
  },
})
const text = (title: string, width: number, value: (row: Member) => string): SheetColumn<Member> => ({
  title,
  width,
  kind: 'text',
  value,
})
const memberColumns = (sees: boolean): SheetColumn<Member>[] => [
  text('卡号', 16, (row) => row.cardNo),
  text('姓名', 12, (row) => row.patientName),
  text('手机号', 14, (row) => row.mobile ?? ''),
  text('卡种', 14, (row) => `${row.typeName}（${cardKinds[row.kind as keyof typeof cardKinds]}）`),
  ...(sees
    ? [
        money('本金', (row) => row.principalAmount),
        money('赠金', (row) => row.bonusAmount),
        money('余额', (row) => row.balance),
      ]
    : []),
  { title: '积分', width: 8, kind: 'number', value: (row) => row.points },
  ...(sees ? [money('累计充值', (row) => row.rechargeTotal), money('累计消费', (row) => row.consumeTotal)] : []),
  text('开卡门诊', 20, (row) => row.openClinicName),
  { title: '开卡日期', width: 12, kind: 'day', value: (row) => row.openedAt },
  { title: '到期', width: 12, kind: 'day', value: (row) => row.expireDate && parseDate(row.expireDate) },
  text('状态', 10, (row) => cardStates.names[row.status] ?? ''),
  text('销售人', 10, (row) => row.salesName),
]
/** Read at a time. */
const PORTION = 1_000

export const cardHandlers: Handlers<typeof contract.memberCard> = {
  types: async (at) => await cardTypes.list(at),
  saveType: async (at, input) => await cardTypes.save(at, input),
  sortTypes: async (at, input) => await cardTypes.sort(at, input),
  typeSheet: async (at) => await cardTypes.sheet(at),
  forSale: async ({ tx, clinicId }) => (await cardTypes.list({ tx, clinicId })).filter(({ enabled }) => enabled),

  clinics: async ({ tx }) => await clinicsOf(tx),

  basicInformation: async (ctx, { patientId }) => {
    await mustReachPatient(ctx, patientId)
    const cards = await cardsOfPatient(ctx.tx, patientId)
    const subs = await subCardsOf(
      ctx.tx,
      cards.map(({ id }) => id),
    )
    const faces = []
    for (const card of cards) faces.push(await faceOf(ctx, card, subs))
    return { cards: faces }
  },

  payable: async (ctx, { patientId }) => {
    await mustReachPatient(ctx, patientId)
    const cards = (await cardsOfPatient(ctx.tx, patientId)).filter((card) => !cardStates.is(card.status, 'closed'))
    const shown = []
    for (const card of cards) {
      const main = card.mainCardId ? await findCard(ctx.tx, card.mainCardId) : card
      const rules = rulesOf(main.rules)
      // Points belong to the card itself, of whatever kind; the family's cards have none.
      const points = card.mainCardId === null && rules.pointsPerYuan > 0 ? card.points : 0
      if (main.kind !== 1 && main.kind !== 3 && points <= 0) continue
      const spent = card.dayLimit === null ? null : await spentToday(ctx.tx, card.id)
      shown.push({
        id: card.id,
        cardNo: card.cardNo,
        typeName: card.typeName,
        kind: main.kind,
        status: card.status,
        refusal: refusalOf('pay', card.status) || refusalOf('pay', main.status) || refusalIn(ctx.clinicId, main),
        mainName: card.mainCardId ? main.patientName : null,
        dayLeft: card.dayLimit === null || spent === null ? null : fen(Math.max(0, card.dayLimit - spent)),
        principalAmount: main.principalAmount,
        bonusAmount: main.bonusAmount,
        timesLeft: main.timesLeft,
        points,
        uses: main.kind === 3 ? usesLeft(main) : [],
        asksPassword: rules.passwordAbove !== null,
        rules,
        excludedNames: await namesUnder(ctx.tx, rules.excludedCategories),
      })
    }
    return shown
  },

  openCard: async (ctx, input) => await openCard(ctx, input),
  recharge: async (ctx, input) => await recharge(ctx, input),
  undoRecharge: async (ctx, input) => await undoRecharge(ctx, input),
  undoSale: async (ctx, input) => await undoSale(ctx, input),
  ...refundHandlers,
  receipt: async (ctx, input) => await receiptOf(ctx, input),
  transferCode: async (ctx, input) => await transferCode(ctx, input),
  sendCode: async (ctx, input) => await sendCode(ctx, input),
  transfer: async (ctx, input) => await transfer(ctx, input),
  change: async (ctx, input) => await changeType(ctx, input),
  relationAdd: async (ctx, input) => await addRelation(ctx, input),
  relationChange: async (ctx, input) => await changeLimit(ctx, input),
  relationDelete: async (ctx, input) => await removeRelation(ctx, input),
  bindMembershipCard: async (ctx, input) => await bindNumber(ctx, input),
  setStatus: async (ctx, input) => await setStatus(ctx, input),
  renew: async (ctx, input) => await renew(ctx, input),
  setPassword: async (ctx, input) => await setPassword(ctx, input),
  cancel: async (ctx, { id }) => await cancelCard(ctx, { id }),

  changeLog: async (ctx, { id }) => changesOf(ctx.tx, (await reached(ctx, id)).id),

  mismatches: async (ctx, { pageNum, pageSize }) => {
    // What a card holds is a sum: whoever may not see amounts is shown none.
    if (!seesAmounts(ctx)) return { list: [], total: 0, pageNum, pageSize }
    const page = { limit: pageSize, offset: (pageNum - 1) * pageSize }
    const { list, total } = await disagreeingCards(ctx.tx, patientsWithin(ctx, sql`c.patient_id`), page)
    return {
      list: list.map(({ loggedPrincipal, loggedBonus, loggedPoints, loggedTimes, ...card }) => ({
        ...card,
        held: {
          principal: card.principalAmount,
          bonus: card.bonusAmount,
          points: card.points,
          times: card.timesLeft,
        },
        logged: { principal: loggedPrincipal, bonus: loggedBonus, points: loggedPoints, times: loggedTimes },
      })),
      total,
      pageNum,
      pageSize,
    }
  },

  memberRights: async (ctx, { id }) => {
    const card = await reached(ctx, id)
    const rules = rulesOf(card.rules)
    const categories = await categoriesByIds(ctx.tx, [
      ...rules.discountRules.flatMap(({ categoryId }) => categoryId ?? []),
      ...rules.excludedCategories,
    ])
    const tariffs = await tariffNamesByIds(ctx.tx, [
      ...rules.discountRules.flatMap(({ tariffId }) => tariffId ?? []),
      ...rules.memberPrices.map(({ tariffId }) => tariffId),
    ])
    return {
      discounts: rules.discountRules.map(({ categoryId, tariffId, percent }) => ({
        name: tariffId ? (tariffs.get(tariffId) ?? '') : categoryId ? (categories.get(categoryId) ?? '') : '全部项目',
        percent,
      })),
      prices: rules.memberPrices.map(({ tariffId, price }) => ({ name: tariffs.get(tariffId) ?? '', price })),
      rights: await rightsLeft(ctx.tx, card),
      excluded: rules.excludedCategories.flatMap((each) => categories.get(each) ?? []),
    }
  },

  spendRight: async (ctx, input) => await spendRight(ctx, input),
  undoRight: async (ctx, input) => await undoRight(ctx, input),
  rightUses: async (ctx, { id }) => usesOfRights(ctx.tx, (await reached(ctx, id)).id),

  expendList: async (ctx, input) => {
    const card = await reached(ctx, input.id)
    const { pageNum, pageSize } = input
    // Movements are sums: whoever may not see amounts is shown none.
    if (!seesAmounts(ctx)) return { list: [], total: 0, pageNum, pageSize, sums: null }
    const { list, total } = await movementsOf(ctx.tx, card.id, {
      kind: input.kind,
      limit: pageSize,
      offset: (pageNum - 1) * pageSize,
    })
    return {
      list: list.map((row) => ({
        ...row,
        ways: row.ways.map(({ name, amount }) => ({ name, amount: yuanToFen(amount) })),
      })),
      total,
      pageNum,
      pageSize,
      sums: await loggedOf(ctx.tx, card.id),
    }
  },

  list: async (ctx, input) => {
    const filter = filterOf(ctx, input)
    const page = { limit: input.pageSize, offset: (input.pageNum - 1) * input.pageSize }
    const { total, principal, bonus } = await memberSums(ctx.tx, filter)
    return {
      list: await covered(ctx, await listMembers(ctx.tx, filter, page)),
      total,
      pageNum: input.pageNum,
      pageSize: input.pageSize,
      sums: seen(filter.sees, { principal, bonus }),
    }
  },

  listExport: async (ctx, input) => {
    const filter = filterOf(ctx, input)
    const ids = await memberIds(ctx.tx, filter, ctx.making.mostRows + 1)
    if (ids.length === 0) throw new AppError('PATIENT_EXPORT_EMPTY')
    ctx.making.sized(ids.length)
    await ctx.tx.note('export', 'member_card', null, { after: { conditions: conditionsOf(input), rows: ids.length } })
    const rows: Member[] = []
    for (let at = 0; at < ids.length; at += PORTION)
      rows.push(...(await covered(ctx, await membersById(ctx.tx, filter.sees, ids.slice(at, at + PORTION)))))
    const stamp = formatDateTime(ctx.tx.now).replaceAll(/[-:]/g, '').replace(' ', '-').slice(0, 13)
    return sheetFile(`会员列表-${stamp}`, '会员', memberColumns(filter.sees), each(rows))
  },
}

async function* each<Row>(rows: readonly Row[]) {
  yield* rows
}
