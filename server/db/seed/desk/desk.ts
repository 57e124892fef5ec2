import { contract, requestOf, type AnyCall, type WireInput, type WireOutput } from '@dentin/contract'
import { addDays, fenToYuan, formatDate, parseDateTime, uuidv7, yuanToFen, type LocalDate } from '@dentin/kit'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { TestClock } from '../../../src/platform/clock.ts'
import { hashToken, newToken } from '../../../src/platform/security/tokens.ts'
import { carryRefund } from '../../../src/modules/payment/desk/refunds.ts'
import { followInvoices } from '../../../src/modules/invoice/jobs.ts'
import type { Services } from '../../../src/platform/services.ts'
import type { DeskClinic, Person } from './clinics.ts'

interface Step {
  at: Date
  name: string
  run: () => Promise<void>
}
interface Seat {
  clinic: DeskClinic
  person: Person
}

/** The product refused a call of the story. */
class Refused extends Error {}

/**
 * The desks of the demo while their story is told: every step is a call of the product, made at its moment by the person whose
 * work it is. Tills that took or gave money are handed over on the evening of their day.
 */
export class Desk {
  readonly done = new Map<string, number>()
  readonly refused: string[] = []
  readonly #steps: Step[] = []
  readonly #sessions = new Map<string, string>()
  /** Who moved money on the day that is told. */
  #tills = new Map<string, Seat>()
  #day: LocalDate = ''

  constructor(
    readonly http: FastifyInstance,
    readonly owner: pg.Client,
    readonly clock: TestClock,
    readonly now: Date,
    readonly services: Services,
  ) {}

  /** Puts a step in its place in time. Today is told by the visits alone: their tills are open, and what they hold is known. */
  at(day: LocalDate, time: string, name: string, run: () => Promise<void>): void {
    if (day < formatDate(this.now)) this.#steps.push({ at: parseDateTime(`${day} ${time}`), name, run })
  }

  /** Tells everything in the order of time. */
  async live(): Promise<void> {
    for (const step of this.#steps.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
      await this.#turnTo(formatDate(step.at))
      this.clock.set(step.at)
      await this.#try(step)
    }
    await this.#turnTo(formatDate(this.now))
    this.clock.set(this.now)
  }

  async #try({ name, run }: Omit<Step, 'at'>): Promise<void> {
    try {
      await run()
      this.done.set(name, (this.done.get(name) ?? 0) + 1)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      this.refused.push(`${this.#day} ${name}: ${error.message}`)
    }
  }

  /** Ends the day before: each till that moved is handed over, and reviewed by somebody else. */
  async #turnTo(day: LocalDate): Promise<void> {
    if (day === this.#day) return
    const tills = [...this.#tills.values()]
    this.#tills = new Map()
    const evening = this.#day
    for (const [n, seat] of tills.entries()) {
      this.clock.set(parseDateTime(`${evening} 20:${String(10 + n).padStart(2, '0')}:00`))
      await this.#try({ name: '交班', run: () => this.#handOver(seat) })
    }
    this.#day = day
  }

  async #handOver(seat: Seat): Promise<void> {
    const { shift } = await this.call(seat, contract.shift.current, {})
    if (!shift) return
    const expected = yuanToFen(shift.expectedCash ?? '0')
    // Once in a while somebody gave five yuan too much change.
    const isShort = expected > 500 && Number(shift.shiftNo.slice(-2)) % 9 === 0
    const { id, version } = await this.call(seat, contract.shift.handOver, {
      id: shift.id,
      version: shift.version,
      countedCash: fenToYuan((isShort ? expected - 500 : expected) as typeof expected),
      differenceReason: isShort ? '找零多给了 5 元' : '',
      requestId: uuidv7(),
    })
    const finance = seat.clinic.people.get('财务')
    if (finance && finance.employeeId !== seat.person.employeeId)
      await this.call({ ...seat, person: finance }, contract.shift.review, { id, version })
  }

  /** Tells the platform of invoices what is due, as the product does every minute. */
  async follow(): Promise<void> {
    await followInvoices(this.services)
  }

  /** Asks the gateway for what it is to give back, as the product does at once and soon again. */
  async carryRefunds({ tenantId, clinicId }: DeskClinic, refundId: string): Promise<void> {
    const { rows } = await this.owner.query<{ id: string }>('select id from gateway_refund where refund_id = $1', [
      refundId,
    ])
    // Asked for once, and once how it stands.
    for (let look = 0; look < 2; look += 1)
      for (const { id } of rows) await carryRefund(this.services, { tenantId, clinicId, id })
  }

  /** Marks that this person's till has moved today. */
  moved(seat: Seat): void {
    this.#tills.set(`${seat.clinic.clinicId} ${seat.person.employeeId}`, seat)
  }

  /** A call of the product, by this person in this clinic. */
  async call<C extends AnyCall>(seat: Seat, call: C, input: WireInput<C>): Promise<WireOutput<C>> {
    const { url, body } = requestOf(call, input)
    const answer = await this.http.inject({
      method: call.method,
      url,
      headers: {
        authorization: `Bearer ${await this.#session(seat)}`,
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === null ? {} : { payload: JSON.stringify(body) }),
    })
    const { code, data, message } = JSON.parse(answer.body) as { code: number; data: unknown; message: string }
    if (code !== 0) {
      const fields = (data as { fields?: { field: string; message: string }[] } | null)?.fields ?? []
      throw new Refused(
        `${call.path} ${message}${fields.map(({ field, message: each }) => ` (${field}: ${each})`).join('')}`,
      )
    }
    return data as WireOutput<C>
  }

  /** The session of a person in a clinic on this day. */
  async #session({ clinic, person }: Seat): Promise<string> {
    const key = `${this.#day} ${clinic.clinicId} ${person.employeeId}`
    const found = this.#sessions.get(key)
    if (found) return found
    const token = newToken()
    const now = this.clock.realNow()
    await this.owner.query(
      `insert into session (token_hash, id, account_id, account_name, tenant_id, clinic_id, employee_id, created_at, last_seen_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)`,
      [
        hashToken(token),
        uuidv7(),
        person.accountId,
        person.name,
        clinic.tenantId,
        clinic.clinicId,
        person.employeeId,
        now,
        parseDateTime(`${addDays(formatDate(now), 1)} 00:00:00`),
      ],
    )
    this.#sessions.set(key, token)
    return token
  }

  /** The sessions were the story's alone. */
  async signOut(): Promise<void> {
    await this.owner.query('delete from session where token_hash = any($1)', [
      [...this.#sessions.values()].map(hashToken),
    ])
  }
}
