import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoCopy, type DemoCopy } from './demo-copy.ts'

let demo: DemoCopy
beforeAll(async () => {
  demo = await demoCopy()
}, 600_000)
afterAll(() => demo?.drop(), 60_000)

it('the demo has a bridge that is one piece, a record that was entered late with its reason, and spot checks, some answered for', async () => {
  const { rows } = await demo.superuser.query<Record<'pieces' | 'late' | 'drawn' | 'reviewed', number>>(
    `select (select count(*)::int from (select patient_id, group_id from tooth_condition where group_id is not null
         group by 1, 2 having count(distinct tooth) = 3) g) as pieces,
       (select count(*)::int from medical_record where origin = 'late' and status = 2) as late,
       (select count(*)::int from record_spot_check) as drawn,
       (select count(*)::int from record_spot_check where status > 0) as reviewed`,
  )
  const found = rows[0] as (typeof rows)[number]
  expect(found.pieces).toBeGreaterThan(0)
  expect(found.late).toBeGreaterThan(0)
  expect(found.reviewed).toBeGreaterThan(0)
  expect(found.drawn).toBeGreaterThan(found.reviewed)
})
