import { companyRules } from '@dentin/contract/company-rule'
import { sql } from 'kysely'
import { DEAL_WORDS, NO_DEAL_WORDS, dealDaysOf, dealSum, isDeal } from './deals.ts'
import type { Figure } from './figure.ts'
import { firstVisit } from './first-visit.ts'
import { earns } from './earns.ts'
import { spends, targets } from './goals.ts'
import { AMOUNTS, counted, derived, ONE } from './make.ts'
import { ruleOn } from './rule-on.ts'
import { registrations } from './sources.ts'

const isFirst = sql`r.treat_type = 1`

/** What first visits came to. */
export const deals: readonly Figure[] = [
  counted({
    code: 'D1',
    name: '成交数',
    says: `初诊中${DEAL_WORDS}内有收费项目的，${NO_DEAL_WORDS}`,
    unit: 'count',
    better: 'up',
    date: '挂号日',
    source: registrations,
    settles: 'dealDays',
    value: ONE,
    where: isDeal,
  }),
  derived({
    code: 'D2',
    name: '成交率',
    says: '成交数 ÷ 初诊；最近的初诊还在观察期内，会继续成交',
    unit: 'percent',
    better: 'up',
    over: 'D1',
    under: 'V8',
  }),
  counted({
    code: 'D0',
    name: '观察中',
    says: `初诊中还没有成交、还在${DEAL_WORDS}内的`,
    unit: 'count',
    better: 'none',
    date: '挂号日',
    source: registrations,
    settles: 'dealDays',
    value: ONE,
    where: (tx) =>
      sql`${isFirst} and r.reg_date + ${dealDaysOf(tx)} >= (${tx.now}::timestamptz at time zone 'Asia/Shanghai')::date and not ${isDeal}`,
  }),
  counted({
    ...dealSum,
    code: 'D3',
    source: registrations,
    settles: 'dealDays',
    value: sql`deal.amount`,
    where: isDeal,
  }),
]

/** What was meant to come in, what was spent for it, and what it brought. */
export const goals: readonly Figure[] = [
  counted({
    code: 'T1',
    name: '实收目标',
    says: '各门诊各月的实收目标，月初一日在区间内的',
    unit: 'yuan',
    better: 'none',
    date: '月初',
    source: targets,
    value: sql`coalesce(g.takings_amount, 0)`,
    needs: AMOUNTS,
  }),
  counted({
    code: 'T2',
    name: '收入目标',
    says: '各门诊各月的收入目标，月初一日在区间内的',
    unit: 'yuan',
    better: 'none',
    date: '月初',
    source: targets,
    value: sql`coalesce(g.revenue_amount, 0)`,
    needs: AMOUNTS,
  }),
  derived({
    code: 'T3',
    name: '实收完成率',
    says: '实收 ÷ 实收目标',
    unit: 'percent',
    better: 'up',
    over: 'C1',
    under: 'T1',
    needs: AMOUNTS,
  }),
  derived({
    code: 'T4',
    name: '收入完成率',
    says: '收入 ÷ 收入目标',
    unit: 'percent',
    better: 'up',
    over: 'R1',
    under: 'T2',
    needs: AMOUNTS,
  }),
  counted({
    code: 'Q1',
    name: '投放',
    says: '各来源各月的投放，月初一日在区间内的',
    unit: 'yuan',
    better: 'none',
    date: '月初',
    source: spends,
    value: sql`s.amount`,
    needs: AMOUNTS,
  }),
  derived({
    code: 'Q2',
    name: '获客成本',
    says: '投放 ÷ 新客',
    unit: 'yuan',
    better: 'down',
    over: 'Q1',
    under: 'V15',
    needs: AMOUNTS,
  }),
  counted({
    code: 'Q4',
    name: '新客收入',
    says: `新客从第一次到店起投放回报期（${companyRules.returnDays.usual} 天，可在机构规则里改）内的收入`,
    unit: 'yuan',
    better: 'up',
    date: '第一次到店日',
    source: registrations,
    settles: 'returnDays',
    value: (tx) => sql`(select coalesce(-sum(l.amount), 0) from bill b
      join ledger_posting l on ${tx.own('l')} and l.bill_id = b.id and l.unit = 0 and l.payment_id is not null and l.account = 'receivable'
        and ${earns(tx)}
      where ${tx.own('b')} and b.patient_id = r.patient_id
        and l.business_date between r.reg_date and r.reg_date + ${ruleOn(tx, 'returnDays', sql`r.reg_date`)})`,
    where: firstVisit,
    needs: AMOUNTS,
  }),
  derived({
    code: 'Q3',
    name: '投放回报',
    says: '新客收入 ÷ 投放',
    unit: 'percent',
    better: 'up',
    over: 'Q4',
    under: 'Q1',
    needs: AMOUNTS,
  }),
]
