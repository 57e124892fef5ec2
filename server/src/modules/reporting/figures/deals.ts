import { billStates } from '@dentin/contract/core/status'
import { REGISTRATION_BILL } from '@dentin/contract/billing'
import { companyRules } from '@dentin/contract/company-rule'
import { sql } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AMOUNTS } from './make.ts'
import { ruleOn } from './rule-on.ts'

/** The window of a deal and what never makes one, in words. */
export const DEAL_WORDS = `成交观察期（${companyRules.dealDays.usual} 天，可在机构规则里改）`
export const NO_DEAL_WORDS = `${companyRules.noDealCategories.usual.join('与')}不算，类别可在机构规则里改`
/** What first visits come to, as a figure: of every visit, and of those whose outcome is looked at. */
export const dealSum = {
  name: '成交额',
  says: `到店后${DEAL_WORDS}内收费项目的应收，${NO_DEAL_WORDS}`,
  unit: 'yuan',
  better: 'up',
  date: '挂号日',
  needs: AMOUNTS,
} as const

/** Days after a first visit `r` within which what is charged makes it a deal. */
export const dealDaysOf = (tx: TenantTx) => ruleOn(tx, 'dealDays', sql`r.reg_date`)

/**
 * Lines that were charged to the patient of the first visit `r` within the window of a deal. The rules of its day are looked up once for
 * each visit and not for each line: `offset 0` keeps PostgreSQL from putting them into the conditions.
 */
export const linesSinceVisit = (tx: TenantTx) => sql`(select ${dealDaysOf(tx)} as days,
    ${ruleOn(tx, 'noDealCategories', sql`r.reg_date`)} as without offset 0) rule
  join bill b on ${tx.own('b')} and b.patient_id = r.patient_id and b.status in ${codes(billStates, 'received')}
    and coalesce(b.belong_date, (b.pay_time at time zone 'Asia/Shanghai')::date) between r.reg_date and r.reg_date + rule.days
  join bill_item i on ${tx.own('i')} and i.bill_id = b.id`
/** Of these the lines that make it a deal: of a category that counts. */
export const isDealLine = sql`(b.bill_type <> ${sql.lit(REGISTRATION_BILL)} and i.amount > 0 and i.top_category_name <> all(rule.without))`

/** What makes the first visit `r` a deal, as table `deal` beside it: without a sum there is none. */
export const dealOf = (
  tx: TenantTx,
) => sql`left join lateral (select sum(i.amount) as amount from ${linesSinceVisit(tx)}
    where r.treat_type = 1 and ${isDealLine}) deal on true`
export const isDeal = sql`(deal.amount is not null)`
