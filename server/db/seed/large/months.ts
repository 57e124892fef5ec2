import { monthCloseStates } from '@dentin/contract/month-close'
import { addMonths, parseDate, type LocalDate } from '@dentin/kit'
import type pg from 'pg'
import type { Clinic, Company } from '../organisation.ts'
import type { Random } from '../random.ts'
import type { World } from '../world.ts'

/** A month of a clinic that is to be closed. */
interface Closing {
  tenant_id: string
  id: string
  clinic_id: string
  close_no: string
  month: LocalDate
  closed_at: Date
  closer_id: string | null
  closer_name: string
  account_id: string | null
  audit_id: string
}

/** The closings of a chain: every clinic closes every month in the first days of the next. */
export class Months {
  readonly #closings = new Map<LocalDate, Closing[]>()

  constructor(
    readonly world: World,
    readonly company: Company,
    readonly r: Random,
    readonly numberOf: (clinic: Clinic, prefix: string, at: Date) => string,
    past: number,
  ) {
    const today = `${world.today.slice(0, 8)}01`
    for (let month = `${world.date(-past).slice(0, 8)}01`; month < today; month = addMonths(month, 1))
      for (const clinic of company.clinics) this.#plan(clinic, month)
  }

  get count(): number {
    return [...this.#closings.values()].reduce((all, { length }) => all + length, 0)
  }

  #plan(clinic: Clinic, month: LocalDate): void {
    const { r, company } = this
    const minutes = r.int(0, 2) * 1440 + r.int(600, 1080)
    const closedAt = new Date(parseDate(addMonths(month, 1)).getTime() + minutes * 60_000)
    if (closedAt > this.world.now) return
    const { id, accountId, name } = clinic.director
    const list = this.#closings.get(month) ?? []
    this.#closings.set(month, list)
    list.push({
      tenant_id: company.tenantId,
      id: r.uuid(closedAt),
      clinic_id: clinic.id,
      close_no: this.numberOf(clinic, 'YJ', closedAt),
      month,
      closed_at: closedAt,
      closer_id: id,
      closer_name: name,
      account_id: accountId,
      audit_id: r.uuid(closedAt),
    })
  }

  /** Closes them month by month, each with the book that the product itself would keep: a month begins with what the former ended with. */
  async close(client: pg.Client): Promise<void> {
    for (const closings of this.#closings.values())
      await client.query(
        `with wanted as (
          select * from jsonb_to_recordset($1::jsonb) as x(tenant_id uuid, id uuid, clinic_id uuid, close_no text, month date,
            closed_at timestamptz, closer_id uuid, closer_name text, account_id uuid, audit_id uuid)
        ), closed as (
          insert into month_close (tenant_id, id, clinic_id, close_no, month, status, book, closed_at, closer_id, closer_name, created_at, updated_at)
          select tenant_id, id, clinic_id, close_no, month, $2, app.month_book(tenant_id, clinic_id, month), closed_at, closer_id, closer_name,
            closed_at, closed_at from wanted returning *
        )
        insert into audit (tenant_id, id, created_at, clinic_id, account_id, employee_id, actor_name, action, entity, entity_id, entity_version, after)
        select c.tenant_id, w.audit_id, c.closed_at, c.clinic_id, w.account_id, c.closer_id, c.closer_name, 'create', 'month_close', c.id, 1,
          jsonb_strip_nulls(to_jsonb(c)) - '{tenant_id,version,created_at,updated_at}'::text[]
        from closed c join wanted w using (id)`,
        [JSON.stringify(closings), monthCloseStates.code.closed],
      )
  }
}
