import type { PayBasis, PayKind, PayRole } from '@dentin/contract/commission'
import { monthCloseStates } from '@dentin/contract/month-close'
import { yuanToFen } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, named, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { inOrder, type Rule, type Terms } from './reckon.ts'

/** What a rule says from a month on, and who said so. */
export interface KeptTerms extends Terms {
  id: string
  fromMonth: string
  savedAt: Date
  saverName: string
}
/** A rule with everything that it ever said, the newest first; of a month that was said twice what was said last. */
export interface KeptRule {
  id: string
  name: string
  version: number
  untilMonth: string | null
  terms: KeptTerms[]
}

const ruleList = select(columns('commission_rule', 'r', 'id', 'name', 'version'), {
  untilMonth: sql<string | null>`to_char(r.until_month, 'YYYY-MM')`,
})
const termsList = select(
  columns(
    'commission_terms',
    't',
    'id',
    'rule_id',
    'employee_ids',
    'tariff_ids',
    'categories',
    'clinic_ids',
    'less_material',
    'less_lab',
    'discount_by',
    'saved_at',
    'saver_name',
  ),
  named('commission_terms', 't', { lessFee: 'less_way_cost' }),
  {
    fromMonth: sql<string>`to_char(t.from_month, 'YYYY-MM')`,
    role: sql<PayRole>`t.role`,
    basis: sql<PayBasis>`t.basis`,
    kind: sql<PayKind>`t.kind`,
    openerShare: sql<number | null>`t.opener_share / 100.0::float8`,
    steps: sql<{ from: string; to: string | null; rate: number }[]>`s.steps`,
  },
)

/** The rules of the company, or one of them. */
export async function rulesOf(tx: TenantTx, id: string | null = null): Promise<KeptRule[]> {
  const [rules, terms] = await Promise.all([
    tx.rows(
      ruleList.keptFrom`commission_rule r where ${tx.own('r')} and (${id}::uuid is null or r.id = ${id}::uuid) order by r.name, r.id`,
    ),
    tx.rows(
      termsList.keptFrom`commission_terms t
        join (select x.terms_id, jsonb_agg(jsonb_build_object('from', x.from_amount::text, 'to', x.to_amount::text, 'rate', x.rate)
            order by x.no) as steps from commission_step x where ${tx.own('x')} group by x.terms_id) s on s.terms_id = t.id
        where ${tx.own('t')} and (${id}::uuid is null or t.rule_id = ${id}::uuid)
        order by t.from_month desc, t.saved_at desc, t.id desc`,
    ),
  ])
  return rules.map((rule) => {
    const own = terms.filter(({ ruleId }) => ruleId === rule.id)
    return {
      ...rule,
      terms: own
        .filter(({ fromMonth }, n) => own.findIndex((other) => other.fromMonth === fromMonth) === n)
        .map(({ steps, ruleId: _rule, ...each }) => ({
          ...each,
          steps: steps.map(({ from, to, rate }) => ({
            from: yuanToFen(from),
            to: to === null ? null : yuanToFen(to),
            rate,
          })),
        })),
    }
  })
}

/** What a rule says in a month; undefined: nothing yet, or no more. */
export const termsIn = ({ untilMonth, terms }: KeptRule, month: string): KeptTerms | undefined =>
  untilMonth !== null && month > untilMonth ? undefined : terms.find(({ fromMonth }) => fromMonth <= month)

/** The rules of each month, in the order in which they are tried. */
export function rulesByMonth(rules: readonly KeptRule[]): (month: string) => readonly Rule[] {
  const known = new Map<string, readonly Rule[]>()
  return (month) => {
    const found =
      known.get(month) ??
      inOrder(
        rules.flatMap((rule): Rule[] => {
          const terms = termsIn(rule, month)
          return terms ? [{ ...terms, id: rule.id, name: rule.name }] : []
        }),
      )
    known.set(month, found)
    return found
  }
}

const closedList = select(columns('month_close', 'm', 'clinic_id'), { month: sql<string>`to_char(m.month, 'YYYY-MM')` })

/** The closed months of clinics (null: of all), as 'clinic month'. */
export async function closedMonths(
  tx: TenantTx,
  clinicIds: readonly string[] | null,
): Promise<{ clinicId: string; month: string }[]> {
  return tx.rows(
    closedList.keptFrom`month_close m where ${tx.own('m')} and m.status in ${codes(monthCloseStates, 'closed')}
      and (${clinicIds}::uuid[] is null or m.clinic_id = any(${clinicIds}::uuid[])) order by m.month desc`,
  )
}
const clinicNames = select(named('clinic', 'c', { id: 'id', name: 'short_name' }))
/** The clinics of the company. */
export const clinicsOf = (tx: TenantTx) =>
  tx.rows(clinicNames.keptFrom`clinic c where ${tx.own('c')} and c.enabled order by c.sort_no, c.id`)
