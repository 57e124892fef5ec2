import { appointmentStates } from '@dentin/contract/core/status'
import { entryKinds } from '@dentin/contract/ledger-words'
import { sql } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import type { At, CountedFigure, Figure } from './figure.ts'
import { earns } from './earns.ts'
import { firstVisit } from './first-visit.ts'
import { billFigures } from './bills.ts'
import { cardMoveFigures } from './card-moves.ts'
import { cardSurvey } from './card-survey.ts'
import { chairFigures } from './chairs.ts'
import { expectedCareFigures } from './expected-care.ts'
import { firstVisitFigures } from './first-visits.ts'
import { introducedFigures } from './introduced.ts'
import { patientAnalysis } from './patient-analysis.ts'
import { treatmentFigures } from './treatments.ts'
import { deals, goals } from './growth.ts'
import { AMOUNTS, counted, derived, ONE } from './make.ts'
import { pay } from './pay.ts'
import { people } from './people.ts'
import { aged, cardBalances, isLate, notDue, openItems } from './balances.ts'
import {
  appointments,
  claims,
  lines,
  ofKind,
  owed,
  owedValue,
  patients,
  registrations,
  settled,
  stored,
  takings,
  takingsValue,
} from './sources.ts'

const { kind, number } = ofKind

/** Visits: appointments by their start, registrations by their day. */
const visits: Figure[] = [
  counted({
    code: 'V1',
    name: '预约数',
    says: '开始时间在区间内的预约，不含待确认与已拒绝',
    unit: 'count',
    better: 'up',
    date: '预约开始日',
    source: appointments,
    settles: 'close',
    value: ONE,
    where: sql`a.status not in ${codes(appointmentStates, 'requested', 'refused')}`,
  }),
  counted({
    code: 'V2',
    name: '取消数',
    says: '已取消的预约',
    unit: 'count',
    better: 'down',
    date: '预约开始日',
    source: appointments,
    settles: 'close',
    value: ONE,
    where: sql`a.status in ${codes(appointmentStates, 'cancelled')}`,
  }),
  counted({
    code: 'V3',
    name: '到店数',
    says: '到店、就诊中、已完成与走诊的预约',
    unit: 'count',
    better: 'up',
    date: '预约开始日',
    source: appointments,
    settles: 'close',
    value: ONE,
    where: sql`a.status in ${codes(appointmentStates, 'arrived', 'inTreatment', 'completed', 'walkedOut')}`,
  }),
  counted({
    code: 'V4',
    name: '爽约数',
    says: '到点没有来、记为爽约的预约',
    unit: 'count',
    better: 'down',
    date: '预约开始日',
    source: appointments,
    settles: 'close',
    value: ONE,
    where: sql`a.status in ${codes(appointmentStates, 'missed')}`,
  }),
  counted({
    code: 'V0',
    name: '未到点预约',
    says: '已约好、还没有到店也没有记为爽约的预约，不计入到店率与爽约率',
    unit: 'count',
    better: 'none',
    date: '预约开始日',
    source: appointments,
    settles: 'close',
    value: ONE,
    where: sql`a.status in ${codes(appointmentStates, 'agreed')}`,
  }),
  derived({
    code: 'V5',
    name: '到店率',
    says: '到店数 ÷（预约数 − 取消数 − 未到点预约）',
    unit: 'percent',
    better: 'up',
    over: 'V3',
    under: 'V1 - V2 - V0',
  }),
  derived({
    code: 'V6',
    name: '爽约率',
    says: '爽约数 ÷（预约数 − 取消数 − 未到点预约）',
    unit: 'percent',
    better: 'down',
    over: 'V4',
    under: 'V1 - V2 - V0',
  }),
  counted({
    code: 'V7',
    name: '到店人次',
    says: '区间内的挂号，不含退号与转出',
    unit: 'count',
    better: 'up',
    date: '挂号日',
    source: registrations,
    settles: 'close',
    value: ONE,
  }),
  ...(
    [
      ['V8', '初诊', 1],
      ['V9', '复诊', 2],
      ['V10', '再初诊', 3],
    ] as const
  ).map(([code, name, type]) =>
    counted({
      code,
      name,
      says: `到店人次中的${name}`,
      unit: 'count',
      better: 'up',
      date: '挂号日',
      source: registrations,
      settles: 'close',
      value: ONE,
      where: sql`r.treat_type = ${type}`,
    }),
  ),
  counted({
    code: 'V11m',
    name: '等待分钟合计',
    says: '已开始就诊的患者从挂号到开始就诊的分钟之和',
    unit: 'minutes',
    better: 'down',
    date: '挂号日',
    source: registrations,
    settles: 'close',
    value: sql`greatest(0, floor(extract(epoch from r.start_time - r.reg_time) / 60))::int`,
    where: sql`r.start_time is not null`,
  }),
  derived({
    code: 'V11',
    name: '平均等待',
    says: '从挂号到开始就诊的平均分钟，只算已开始就诊的',
    unit: 'minutes',
    better: 'down',
    over: 'V11m',
    under: 'S1',
  }),
  counted({
    code: 'V12',
    name: '椅旁分钟',
    says: '已结束的就诊从开始到结束的分钟之和',
    unit: 'minutes',
    better: 'up',
    date: '挂号日',
    source: registrations,
    settles: 'close',
    value: sql`greatest(0, floor(extract(epoch from r.end_time - r.start_time) / 60))::int`,
    where: sql`r.start_time is not null and r.end_time is not null`,
  }),
  counted({
    code: 'V14',
    name: '新建档',
    says: '区间内新建的患者档案，不含已并入他人的',
    unit: 'count',
    better: 'up',
    date: '建档日',
    source: patients,
    settles: 'close',
    value: ONE,
  }),
  counted({
    code: 'V15',
    name: '新客',
    says: '第一次到店在区间内的患者',
    unit: 'count',
    better: 'up',
    date: '挂号日',
    source: registrations,
    settles: 'close',
    value: ONE,
    where: firstVisit,
  }),
]

/** Billing, by the day of the charge. */
const billed: Figure[] = [
  counted({
    code: 'B1',
    name: '原价',
    says: '收费账单各项目的原价',
    unit: 'yuan',
    better: 'up',
    date: '收费日（补录按归属日）',
    source: lines,
    value: sql`i.original_amount`,
    needs: AMOUNTS,
  }),
  counted({
    code: 'B2',
    name: '优惠',
    says: '收费账单各项目的优惠，含套餐、会员价、折扣、券、减免与抹零',
    unit: 'yuan',
    better: 'down',
    date: '收费日（补录按归属日）',
    source: lines,
    value: sql`i.discount_amount`,
    needs: AMOUNTS,
  }),
  derived({
    code: 'B3',
    name: '优惠率',
    says: '优惠 ÷ 原价',
    unit: 'percent',
    better: 'down',
    over: 'B2',
    under: 'B1',
    needs: AMOUNTS,
  }),
  counted({
    code: 'B4',
    name: '应收',
    says: '收费账单各项目的应收：原价 − 优惠，收费后不再变',
    unit: 'yuan',
    better: 'up',
    date: '收费日（补录按归属日）',
    source: lines,
    value: sql`i.amount`,
    needs: AMOUNTS,
  }),
  counted({
    code: 'B7',
    name: '数量',
    says: '收费账单各项目的数量',
    unit: 'count',
    better: 'up',
    date: '收费日（补录按归属日）',
    source: lines,
    value: sql`i.qty`,
  }),
  derived({
    code: 'B10',
    name: '占比',
    says: '这一行的应收 ÷ 整张报表的应收',
    unit: 'percent',
    better: 'none',
    over: 'B4',
    under: 'B4',
    ofWhole: true,
    needs: AMOUNTS,
  }),
  counted({
    code: 'B11',
    name: '开展医生数',
    says: '收费账单的项目由几位医生开展，同一位只算一次',
    unit: 'count',
    better: 'none',
    date: '收费日（补录按归属日）',
    source: lines,
    value: ONE,
    distinct: sql`coalesce(i.doctor_id, b.doctor_id)`,
  }),
]

/** Money that moved, by its day. */
const cash: Figure[] = [
  counted({
    code: 'C1',
    name: '实收',
    says: '现金类方式收进的减去退出的：收费、还款、充值、预交金、卡费与单位结算在内，用卡与预交金付的不算',
    unit: 'yuan',
    better: 'up',
    date: '资金发生日',
    source: takings,
    value: takingsValue,
    needs: AMOUNTS,
  }),
  counted({
    code: 'C2',
    name: '退款',
    says: '现金类方式退出的：退费、退卡与退预交金',
    unit: 'yuan',
    better: 'down',
    date: '资金发生日',
    source: takings,
    value: sql`-(${takingsValue})`,
    where: sql`${kind} in ${number('refund', 'cardRefund', 'prepayReturn')}`,
    needs: AMOUNTS,
  }),
  counted({
    code: 'C3',
    name: '充值',
    says: '充进会员卡的本金与售出的次卡，减去撤销的；不含赠送',
    unit: 'yuan',
    better: 'up',
    date: '资金发生日',
    source: stored,
    value: sql`-l.amount`,
    where: sql`l.account in ('principal', 'times') and ${kind} in ${number('cardSale', 'recharge')}`,
    needs: AMOUNTS,
  }),
  counted({
    code: 'C5',
    name: '预收使用',
    says: '用会员卡本金、赠金、预交金、次卡与积分付的，减去退回的',
    unit: 'yuan',
    better: 'up',
    date: '资金发生日',
    source: settled,
    value: sql`-l.amount`,
    where: sql`l.part in ('principal', 'bonus', 'deposit', 'times', 'points')`,
    needs: AMOUNTS,
  }),
]

/** Revenue, by the day of the movement. */
const revenue: Figure[] = [
  counted({
    code: 'R1',
    name: '收入',
    says: '落到项目上的现金类、卡本金、预交金与次卡付款，减去退款，加卡费、补差与单位结算；赠金不算，除非机构规则里说算',
    unit: 'yuan',
    better: 'up',
    date: '资金发生日',
    source: settled,
    value: sql`-l.amount`,
    where: (tx) => sql`(l.account in ('otherIncome', 'unitReceivable') or ${earns(tx)})`,
    needs: AMOUNTS,
  }),
  derived({
    code: 'R2',
    name: '客单价',
    says: '收入 ÷ 到店人次',
    unit: 'yuan',
    better: 'up',
    over: 'R1',
    under: 'V7',
    needs: AMOUNTS,
  }),
  derived({
    code: 'R3',
    name: '实收客单价',
    says: '实收 ÷ 到店人次',
    unit: 'yuan',
    better: 'up',
    over: 'C1',
    under: 'V7',
    needs: AMOUNTS,
  }),
]

/** What is owed, by the day of the movement. */
const receivable: Figure[] = [
  counted({
    code: 'A2',
    name: '欠费新增',
    says: '收费时没有付的：应收减去当时付的',
    unit: 'yuan',
    better: 'down',
    date: '资金发生日',
    source: owed,
    value: owedValue,
    where: sql`${kind} in ${number('charge')}`,
    needs: AMOUNTS,
  }),
  counted({
    code: 'A3',
    name: '还款',
    says: '还进来的欠费',
    unit: 'yuan',
    better: 'up',
    date: '资金发生日',
    source: owed,
    value: sql`-(${owedValue})`,
    where: sql`${kind} in ${number('repay')}`,
    needs: AMOUNTS,
  }),
  counted({
    code: 'A4',
    name: '退项冲减',
    says: '退项时先抵掉的欠费',
    unit: 'yuan',
    better: 'none',
    date: '资金发生日',
    source: owed,
    value: sql`-(${owedValue})`,
    where: sql`${kind} in ${number('refund')}`,
    needs: AMOUNTS,
  }),
  counted({
    code: 'A5',
    name: '核销',
    says: '核销的坏账',
    unit: 'yuan',
    better: 'down',
    date: '资金发生日',
    source: owed,
    value: sql`-(${owedValue})`,
    where: sql`${kind} in ${number('writeOff')}`,
    needs: AMOUNTS,
  }),
]

/** What is owed at the end of a day, and how old it is. */
const owing = (figure: {
  code: string
  name: string
  says: string
  at?: At
  where?: CountedFigure['where']
  value?: typeof ONE
  unit?: 'count'
}) =>
  counted({
    unit: 'yuan',
    better: 'down',
    date: figure.at === 'opening' ? '区间开始前一天' : '区间最后一天',
    source: openItems,
    at: 'closing',
    value: sql`o.open_amount`,
    needs: AMOUNTS,
    ...figure,
  })
const balances: Figure[] = [
  owing({ code: 'A1', name: '期初欠费', says: '区间开始前还欠的', at: 'opening' }),
  owing({ code: 'A6', name: '期末欠费', says: '区间结束时还欠的：期初 + 新增 − 还款 − 退项冲减 − 核销' }),
  owing({ code: 'A7', name: '未到期', says: '分期里应付日还没有过的', where: notDue }),
  owing({ code: 'A8', name: '0–30 天', says: '分期从应付日次日、其他从收费日算起，不到 31 天的', where: aged(0, 30) }),
  owing({ code: 'A9', name: '31–90 天', says: '从应付日或收费日算起 31 到 90 天的', where: aged(31, 90) }),
  owing({ code: 'A10', name: '91–180 天', says: '从应付日或收费日算起 91 到 180 天的', where: aged(91, 180) }),
  owing({ code: 'A11', name: '180 天以上', says: '从应付日或收费日算起超过 180 天的', where: aged(181, null) }),
  owing({ code: 'L1', name: '逾期金额', says: '分期过了应付日，或没有分期而收费满 7 天还没有付的', where: isLate }),
  owing({
    code: 'L2',
    name: '逾期笔数',
    says: '逾期的分期与账单，一期算一笔',
    where: isLate,
    value: ONE,
    unit: 'count',
  }),
  owing({ code: 'L3', name: '逾期 30 天内', says: '逾期不到 31 天的', where: sql`${isLate} and o.late <= 30` }),
  owing({
    code: 'L4',
    name: '逾期 31–90 天',
    says: '逾期 31 到 90 天的',
    where: sql`${isLate} and o.late between 31 and 90`,
  }),
  owing({
    code: 'L5',
    name: '逾期 91–180 天',
    says: '逾期 91 到 180 天的',
    where: sql`${isLate} and o.late between 91 and 180`,
  }),
  owing({ code: 'L6', name: '逾期超 180 天', says: '逾期超过 180 天的', where: sql`${isLate} and o.late > 180` }),
]

/** What was paid by each part on the lines of bills, net of what went back. */
const parts: Figure[] = (
  [
    ['U1', '本金支付', '会员卡本金', 'principal'],
    ['U2', '赠金支付', '会员卡赠金', 'bonus'],
    ['U3', '预交金支付', '预交金', 'deposit'],
    ['U4', '次卡支付', '次卡', 'times'],
  ] as const
).map(([code, name, what, part]) =>
  counted({
    code,
    name,
    says: `用${what}付的，减去退回的`,
    unit: 'yuan',
    better: 'none',
    date: '资金发生日',
    source: settled,
    value: sql`-l.amount`,
    where: sql`l.part = ${sql.lit(part)}`,
    needs: AMOUNTS,
  }),
)

/** What came in by cash-like ways before what went out. */
const cashIn: Figure[] = [
  derived({
    code: 'C6',
    name: '现金类收入',
    says: '现金类方式收进的：实收加回退款',
    unit: 'yuan',
    better: 'up',
    over: 'C1 + C2',
    needs: AMOUNTS,
  }),
  counted({
    code: 'B8',
    name: '收费应收',
    says: '这一天收费记下的应收，撤销收费为负',
    unit: 'yuan',
    better: 'up',
    date: '资金发生日',
    source: claims,
    value: sql`-l.amount`,
    where: sql`${kind} in ${number('charge')}`,
    needs: AMOUNTS,
  }),
]

/** What member cards hold, and what moved on them. The card of a clinic that pays in another moves in the clinic that owes it. */
const OTHER_KINDS = number(
  'charge',
  'repay',
  'refund',
  'cardSale',
  'recharge',
  'cardRefund',
  'cardTransfer',
  'cardElsewhere',
)
const usedElsewhere = sql`${kind} in ${number('cardElsewhere')} and (l.amount > 0) = (l.clinic_id = k.open_clinic_id)`
const backElsewhere = sql`${kind} in ${number('cardElsewhere')} and (l.amount > 0) <> (l.clinic_id = k.open_clinic_id)`
// A bill of another clinic that is revoked brings back what the card paid, like a refund there: of the two entries that hand it over
// nobody can tell which it was.
const revokedElsewhere = sql`l.kind = ${sql.lit(entryKinds.revoke)} and l.clinic_id <> k.open_clinic_id`
const used = sql`(${kind} in ${number('charge', 'repay')} and not (${revokedElsewhere}) or ${usedElsewhere})`
const cameBack = sql`(${kind} in ${number('refund')} or ${kind} in ${number('charge', 'repay')} and ${revokedElsewhere} or ${backElsewhere})`
type CardMove = [
  code: string,
  name: string,
  says: string,
  account: 'principal' | 'bonus',
  sign: 1 | -1,
  where: typeof ONE,
]
const cardMoves: CardMove[] = [
  [
    'K5',
    '充值本金',
    '开卡与充值存进的本金，减去撤销的',
    'principal',
    -1,
    sql`${kind} in ${number('cardSale', 'recharge')}`,
  ],
  ['K6', '赠送赠金', '开卡与充值送的赠金，减去撤销的', 'bonus', -1, sql`${kind} in ${number('cardSale', 'recharge')}`],
  ['K7', '消费本金', '用卡付账单的本金，减去撤销的；在别的门诊用卡后撤销的算退回', 'principal', 1, used],
  ['K8', '消费赠金', '用卡付账单的赠金，减去撤销的；在别的门诊用卡后撤销的算退回', 'bonus', 1, used],
  ['K9', '消费退回本金', '退费退回卡里的本金，和在别的门诊用卡后撤销的', 'principal', -1, cameBack],
  ['K10', '消费退回赠金', '退费退回卡里的赠金，和在别的门诊用卡后撤销的', 'bonus', -1, cameBack],
  ['K11', '退卡本金', '退卡时退出的本金，含扣下的补差', 'principal', 1, sql`${kind} in ${number('cardRefund')}`],
  ['K12', '收回赠金', '退卡时收回的赠金', 'bonus', 1, sql`${kind} in ${number('cardRefund')}`],
  ['K13', '转卡本金', '转入的本金减去转出的', 'principal', -1, sql`${kind} in ${number('cardTransfer')}`],
  ['K20', '转卡赠金', '随本金转入的赠金减去转出的', 'bonus', -1, sql`${kind} in ${number('cardTransfer')}`],
  ['K14', '过期赠金', '到期清掉的赠金', 'bonus', 1, sql`${kind} in ${number('cardAdjust')} and l.amount > 0`],
  ['K15', '调整本金', '其他调整的本金', 'principal', -1, sql`${kind} not in ${OTHER_KINDS}`],
  [
    'K21',
    '调整赠金',
    '其他调整的赠金',
    'bonus',
    -1,
    sql`${kind} not in ${OTHER_KINDS} and not (${kind} in ${number('cardAdjust')} and l.amount > 0)`,
  ],
]
type CardBalance = [code: string, name: string, says: string, at: At, value: typeof ONE]
const cardStates: CardBalance[] = [
  ['K3', '期初本金', '区间开始前卡里的本金', 'opening', sql`o.principal`],
  ['K4', '期初赠金', '区间开始前卡里的赠金', 'opening', sql`o.bonus`],
  [
    'K16',
    '期末本金',
    '区间结束时卡里的本金：期初 + 充值 − 消费 + 退回 − 退卡 ± 转卡 ± 调整',
    'closing',
    sql`o.principal`,
  ],
  [
    'K17',
    '期末赠金',
    '区间结束时卡里的赠金：期初 + 赠送 − 消费 + 退回 − 收回 ± 转卡 − 过期 ± 调整',
    'closing',
    sql`o.bonus`,
  ],
  ['K22', '卡流水余额', '会员卡流水到这一天的本金与赠金合计', 'closing', sql`o.logged_principal + o.logged_bonus`],
]
const cards: Figure[] = [
  ...cardMoves.map(([code, name, says, account, sign, where]) =>
    counted({
      code,
      name,
      says,
      unit: 'yuan',
      better: 'none',
      date: '资金发生日',
      source: stored,
      value: sign > 0 ? sql`l.amount` : sql`-l.amount`,
      where: sql`l.account = ${sql.lit(account)} and ${where}`,
      needs: AMOUNTS,
    }),
  ),
  ...cardStates.map(([code, name, says, at, value]) =>
    counted({
      code,
      name,
      says,
      unit: 'yuan',
      better: 'none',
      date: at === 'opening' ? '区间开始前一天' : '区间最后一天',
      source: cardBalances,
      at,
      value,
      needs: AMOUNTS,
    }),
  ),
  derived({
    code: 'K23',
    name: '核对差额',
    says: '期末本金与赠金减去会员卡流水的余额，应为零',
    unit: 'yuan',
    better: 'none',
    over: 'K16 + K17 - K22',
    needs: AMOUNTS,
  }),
]

/** Every figure of the product, once. */
export const figures: readonly Figure[] = [
  ...visits,
  ...billed,
  ...cash,
  ...cashIn,
  ...parts,
  ...revenue,
  ...receivable,
  ...balances,
  ...cards,
  ...deals,
  ...goals,
  ...people,
  ...pay,
  ...cardSurvey,
  ...firstVisitFigures,
  ...billFigures,
  ...treatmentFigures,
  ...cardMoveFigures,
  ...patientAnalysis,
  ...expectedCareFigures,
  ...introducedFigures,
  ...chairFigures,
]

const byCode = new Map(figures.map((figure) => [figure.code, figure]))

/** @throws for a code that nobody declared */
export function figureOf(code: string): Figure {
  const found = byCode.get(code)
  if (!found) throw new Error(`no figure ${code}`)
  return found
}

/** The counted figures that a figure is worked out of; of a counted one itself. */
export function countedIn(figure: Figure): CountedFigure[] {
  if (figure.kind === 'counted') return [figure]
  return [...figure.over, ...figure.under].flatMap(({ code }) => countedIn(figureOf(code)))
}
