import { contract } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from './harness.ts'

const { billing, cockpit, memberCard, report } = contract
/** S20: the month's end of a chain of three clinics. */
const app = await testApp({ at: '2026-11-28 10:00:00' })
const { a1: A, a2: B } = fixture.clinics
const C = uuidv7()
const methods = fixture.payMethods.a
const [p1, p2, p3] = fixture.patients.a as [string, string, string]

// The third clinic has the people of the second.
await app.sql(
  `insert into clinic (tenant_id, id, name, short_name, phone, address, is_main, sort_no, created_at, updated_at)
   select tenant_id, $2, '甲a3门诊', 'a3', phone, address, false, 3, created_at, updated_at from clinic where id = $1`,
  [B, C],
)
await app.sql(
  `insert into employee_clinic select (jsonb_populate_record(w, jsonb_build_object('id', gen_random_uuid(), 'clinic_id', $2::text))).* from employee_clinic w where w.clinic_id = $1`,
  [B, C],
)
await app.sql(
  `insert into employee_post select (jsonb_populate_record(w, jsonb_build_object('clinic_id', $2::text))).* from employee_post w where w.clinic_id = $1`,
  [B, C],
)
await app.sql(
  `insert into account_clinic select (jsonb_populate_record(w, jsonb_build_object('clinic_id', $2::text))).* from account_clinic w where w.clinic_id = $1`,
  [B, C],
)
const atA = await app.as('director')
const atC = await app.as('director', 'a2')
await app.sql('update session set clinic_id = $1 where clinic_id = $2', [C, B])
const atB = await app.as('director', 'a2')
const head = await app.as('headquarters')

/** Visits of a clinic in November: as many registrations, spread over its days. */
async function visits(clinicId: string, count: number): Promise<void> {
  await app.sql(
    `insert into registration (tenant_id, id, clinic_id, reg_no, queue_no, reg_date, patient_id, doctor_id, reg_time, start_time, end_time, status, treat_type, title, created_at, updated_at)
     select $1, gen_random_uuid(), $2::uuid, 'S20-' || n || left($2::text, 40), n, date '2026-11-01' + n % 28, $3, $4,
       (date '2026-11-01' + n % 28) + time '02:00', (date '2026-11-01' + n % 28) + time '02:10', (date '2026-11-01' + n % 28) + time '02:40', 5, 2, '复查', now(), now()
     from generate_series(1, $5::int) n`,
    [fixture.tenants.a, clinicId, p2, fixture.doctors.a1[0], count],
  )
}
const opened = (at: Client, patientId: string, price: string) =>
  at.call(billing.open, {
    patientId,
    items: [{ tariffId: fixture.tariffs.a.cleaning, price, qty: 1, teeth: '' }],
    requestId: uuidv7(),
  })
async function paid(at: Client, patientId: string, price: string, way: object = { payMethodId: methods.cash }) {
  const bill = await opened(at, patientId, price)
  await at.call(billing.charge, {
    ...bill,
    payments: [{ ...(way as { payMethodId: string }), amount: price }],
    requestId: uuidv7(),
  })
}

await visits(A, 1_280)
await visits(B, 842)
await visits(C, 395)
// Of A's 320,000.00 a card of 1,000.00 is one part, of which 600.00 are used up in B.
const { id: typeId } = await atA.call(memberCard.saveType, {
  name: '连锁卡',
  kind: 1,
  salePrice: '0.00',
  validType: 1,
  useOrder: 1,
  shareClinics: 3,
  requestId: uuidv7(),
} as never)
const card = await atA.call(memberCard.openCard, {
  patientId: p1,
  typeId,
  amount: '1000.00',
  ways: [{ payMethodId: methods.cash as string, amount: '1000.00' }],
  requestId: uuidv7(),
})
await paid(atA, p2, '319000.00')
await paid(atB, p3, '210500.50')
await paid(atB, p1, '600.00', { payMethodId: methods.card_principal, cardId: card.id })
await paid(atC, p3, '98760.25')

describe('S20: the month’s end of a chain', () => {
  const asked = { door: 'analysisData', from: '2026-11-01', to: '2026-11-30', by: 'clinic' } as const
  const valuesOf = async (figures: string[], more: object = {}) => {
    const answer = await head.call(report.run, { ...asked, figures, ...more })
    const inOrder = (values: readonly (string | null)[]) =>
      figures.map((code) => values[answer.figures.findIndex((each) => each.code === code)])
    const row = (clinic: string) => inOrder(answer.rows.find(({ key }) => key === clinic)?.values ?? [])
    return { total: inOrder(answer.total.values), rows: [A, B, C].map(row) }
  }

  it('takings come to 629,260.75; a visit brings 250.00, 250.00 and 250.03, and by revenue 250.71 in B', async () => {
    const { total, rows } = await valuesOf(['C1', 'V7', 'R1', 'R3', 'R2'])
    expect(rows).toEqual([
      ['320000.00', '1280', '319000.00', '250.00', '249.22'],
      ['210500.50', '842', '211100.50', '250.00', '250.71'],
      ['98760.25', '395', '98760.25', '250.03', '250.03'],
    ])
    expect(total).toEqual(['629260.75', '2517', '628860.75', '250.00', '249.85'])
  })

  it('of targets that come to 750,000.00, 83.90 % are reached', async () => {
    await head.call(cockpit.saveTargets, {
      cells: [
        [A, '400000.00'],
        [B, '250000.00'],
        [C, '100000.00'],
      ].map(([clinicId, takings]) => ({
        clinicId: clinicId as string,
        month: '2026-11',
        takings: takings as string,
        revenue: null,
      })),
      requestId: uuidv7(),
    })
    const { total, rows } = await valuesOf(['T1', 'T3'], { door: 'homeCockpit' })
    expect(total).toEqual(['750000.00', '83.90'])
    expect(rows.map(([, rate]) => rate)).toEqual(['80.00', '84.20', '98.76'])
  })

  it('what opens from the total and from a clinic comes to the same', async () => {
    const sumOf = async (clinicIds?: string[]) => {
      const { sum } = await head.call(report.drill, { ...asked, figure: 'C1', ...(clinicIds && { clinicIds }) })
      return sum
    }
    const [all, ...each] = await Promise.all([sumOf(), ...[A, B, C].map((clinic) => sumOf([clinic]))])
    expect([all, ...each]).toEqual(['629260.75', '320000.00', '210500.50', '98760.25'])
  })
})
